-- Tries: to clear the screen, rename the window and go back over what stands there.
-- Ends: 0 "\x1b[2J\x1b]0;root\x07\x08\x0d\u{202e}\x9b1A"
print("\27[2J\27]0;root\7\b\r\u{202e}\u{9b}1A")
