# Why games end, by the word in records. In brackets after the result: "Anna won (the king has escaped)".

corner = the automaton is in the corner
max-turns = all turns were played
no-moves = no move was left
quiet-limit = nothing was captured for a long time
king-escaped = the king has escaped
king-captured = the king is caught
repetition = the same position came up again
one-owner = all pieces have one owner
rounds = all rounds were played
resigned = resignation
time = time ran out
abandoned = a player left
agreed = draw agreed
claimed = claimed
aborted = aborted
absent = a player did not come
too-long = the game took too long
start-failed = a program did not start
crashed = a program crashed
stalled = a program did not answer
illegal = a program made an illegal move
protocol = a program gave no valid answer
output-limit = a program wrote too much
memory = a program used too much memory
disconnected = a program lost its connection
