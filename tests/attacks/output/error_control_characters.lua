-- Tries: an error that clears the screen.
-- Ends: 1 "\x1b[2J\x1b]0;root\x07\x0d\u{202e}"
error("\27[2J\27]0;root\7\r\u{202e}")
