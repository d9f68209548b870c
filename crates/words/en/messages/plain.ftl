# What holds messages together.

text = { $text }
sentence = { $words }.
comma = { $first }, { $next }
# The end of a list: "a, b and c". $first has all but the last.
and = { $first } and { $last }
