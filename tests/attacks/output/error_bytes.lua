-- Tries: an error that is no text.
-- Ends: 1 "\x00"
error("\0\255\254\xed\xa0\x80 x")
