# Was Nachrichten zusammenhält.

text = { $text }
sentence = { $words }.
comma = { $first }, { $next }
# Das Ende einer Aufzählung: „a, b und c“. $first sind alle bis auf das letzte.
and = { $first } und { $last }
