-- Tries: a loop without end that is no loop statement.
-- Ends: 3 instructions
::again::
goto again -- here
