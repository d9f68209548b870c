//! The standings of a contest in progress, below the command line.

use std::io::{self, Stderr};

use contest::{Row, Standings};
use picture::Theme;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{self, Gauge, Table, Widget};
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::paint::Paint;

/// The most players to show. The report has all of them.
const MOST: usize = 16;

/// The state of a contest.
pub struct StandingsView<'a> {
    /// The players, best first.
    pub standings: &'a Standings,
    /// How many games count.
    pub done: u64,
    /// How many games there will be, as far as known.
    pub planned: u64,
    /// The time left, in words.
    pub left: &'a str,
    /// The colours.
    pub paint: Paint,
}

impl Widget for StandingsView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let [top, below] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
        let label = format!("{}/{} games, {} left", self.done, self.planned, self.left);
        let share = self.done as f64 / self.planned.max(1) as f64;
        Gauge::default()
            .gauge_style(self.paint.muted())
            .ratio(share.clamp(0.0, 1.0))
            .label(label)
            .use_unicode(true)
            .render(top, buffer);
        let rows = &self.standings.rows;
        let room = usize::from(below.height.saturating_sub(1));
        let seen = if rows.len() > room {
            room.saturating_sub(1)
        } else {
            rows.len()
        };
        let header = ["", "player", "points", "games", "won", "drawn", "lost"];
        let header = widgets::Row::new(header.map(right_but_second())).style(self.paint.muted());
        let widths = [
            Constraint::Length(4),
            Constraint::Max(32),
            Constraint::Length(8),
            Constraint::Length(7),
            Constraint::Length(6),
            Constraint::Length(6),
            Constraint::Length(6),
        ];
        Table::new(rows.iter().take(seen).map(|row| self.row(row)), widths)
            .header(header)
            .column_spacing(1)
            .render(below, buffer);
        if seen < rows.len() && room > 0 {
            let more = format!("     and {} more", rows.len() - seen);
            let last = Rect::new(below.x, below.bottom() - 1, below.width, 1);
            Line::styled(more, self.paint.muted()).render(last, buffer);
        }
    }
}

impl StandingsView<'_> {
    fn row(&self, row: &Row) -> widgets::Row<'static> {
        let points = if row.points.fract() == 0.0 {
            format!("{:.0}", row.points)
        } else {
            format!("{:.1}", row.points)
        };
        let cells = [
            format!("{}.", row.rank),
            row.name.clone(),
            points,
            row.games.to_string(),
            row.duels.won.to_string(),
            row.duels.drawn.to_string(),
            row.duels.lost.to_string(),
        ];
        let style = match row.rank {
            1 => self.paint.strong(),
            _ => ratatui::style::Style::new(),
        };
        widgets::Row::new(cells.map(right_but_second())).style(style)
    }
}

/// Aligns the name (the second column) left and all numbers right.
fn right_but_second<T: Into<String>>() -> impl FnMut(T) -> Line<'static> {
    let mut number = 0;
    move |text| {
        number += 1;
        let line = Line::from(text.into());
        match number {
            2 => line.left_aligned(),
            _ => line.right_aligned(),
        }
    }
}

/// Lines below the command line, where standings are redrawn. The terminal stays
/// in its normal mode, so keys work as usual.
pub struct Live {
    terminal: Terminal<CrosstermBackend<Stderr>>,
    paint: Paint,
}

impl Live {
    /// Reserves the lines for this many players.
    pub fn open(players: usize) -> io::Result<Live> {
        let viewport = Viewport::Inline(players.min(MOST) as u16 + 2);
        let backend = CrosstermBackend::new(io::stderr());
        Ok(Live {
            terminal: Terminal::with_options(backend, TerminalOptions { viewport })?,
            paint: Paint::of_terminal(Theme::Dark),
        })
    }

    /// Draws the standings.
    pub fn show(
        &mut self,
        standings: &Standings,
        (done, planned): (u64, u64),
        left: &str,
    ) -> io::Result<()> {
        let paint = self.paint;
        self.terminal.draw(|frame| {
            let area = frame.area();
            let view = StandingsView {
                standings,
                done,
                planned,
                left,
                paint,
            };
            frame.render_widget(view, area);
            // Leave the cursor here, in case something ends the program.
            frame.set_cursor_position((area.x, area.bottom().saturating_sub(1)));
        })?;
        Ok(())
    }

    /// Removes the lines.
    pub fn close(mut self) {
        // If the terminal is gone, nothing can be done.
        let _ = self.terminal.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::Depth;
    use contest::Duel;

    fn drawn(players: usize, height: u16) -> Vec<String> {
        let rows = (1..=players).map(|rank| Row {
            rank,
            name: format!("bot-{rank}"),
            points: 10.5 - rank as f64,
            games: 12,
            duels: Duel {
                won: 7,
                drawn: 1,
                lost: 4,
            },
            ..Row::default()
        });
        let standings = Standings {
            rows: rows.collect(),
            crosstable: Vec::new(),
        };
        let area = Rect::new(0, 0, 60, height);
        let mut buffer = Buffer::empty(area);
        let view = StandingsView {
            standings: &standings,
            done: 12,
            planned: 40,
            left: "3 minutes",
            paint: Paint {
                depth: Depth::None,
                theme: Theme::Dark,
            },
        };
        view.render(area, &mut buffer);
        let line = |y| (0..60).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned()).collect()
    }

    #[test]
    fn the_best_players_are_first_with_their_results() {
        let lines = drawn(2, 4);
        assert!(
            lines[0].contains("12/40 games, 3 minutes left"),
            "{lines:#?}"
        );
        assert_eq!(
            lines[1].split_whitespace().collect::<Vec<_>>(),
            ["player", "points", "games", "won", "drawn", "lost"]
        );
        assert_eq!(
            lines[2].split_whitespace().collect::<Vec<_>>(),
            ["1.", "bot-1", "9.5", "12", "7", "1", "4"]
        );
        assert!(lines[3].contains("bot-2"));
    }

    #[test]
    fn players_that_do_not_fit_are_counted() {
        let lines = drawn(9, 6);
        assert!(
            lines[4].contains("bot-3") && lines[5].contains("and 6 more"),
            "{lines:#?}"
        );
    }
}
