-- Tries: an error that says what a used-up budget says, to be mistaken for one.
-- Ends: 1 "not enough memory"
error("the budget of instructions is used up / not enough memory")
