# The frame around all pages.

# A link for people who use a keyboard.
skip = Skip to the content
menu = Pages
play = Play
watch = Watch
contests = Contests
learn = Learn
replay = Replay
ranks = Ranks
theme = Light or dark theme
name = Your name
rename = Save name
language = Language
sound = Sounds
confirm = Confirm each move
reconnecting = Connection lost. Reconnecting… Your game is safe.
missing = This page does not exist.
loading = One moment…
lost = This page could not be loaded.
again = Try again
# The names of two people or more: "Anna, Bo and Cy". $names has all but the last.
listed = { $names } and { $last }
# The name of a person who has not chosen one.
guest = Guest { $number }
