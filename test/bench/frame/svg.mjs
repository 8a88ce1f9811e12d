// Small plots as SVG text: grouped bars and lines. Readable in light and dark, and without scripts.

const COLOURS = ['#888888', '#2563eb', '#93b4f4', '#16a34a', '#d97706', '#9333ea'];
const WIDTH = 760;
const LEFT = 190;

const escape = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${escape(content)}</text>`;

function frame(height, title, parts) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${escape(title)}">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${text(12, 20, title, 'font-weight="bold" font-size="14"')}
${parts.join('\n')}
</svg>
`;
}

function legend(subjects, y) {
  let x = LEFT;
  return subjects.map((subject, index) => {
    const parts = `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colour(index)}"/>${text(x + 14, y, subject)}`;
    x += 30 + subject.length * 7;
    return parts;
  });
}

const colour = (index) => COLOURS[index % COLOURS.length];

/** @param groups `[{ label, values: { subject: { median, low, high } } }]` */
export function barChart({ title, unit, subjects, groups }) {
  const bar = 13;
  const groupHeight = subjects.length * bar + 12;
  const height = 62 + groups.length * groupHeight;
  const largest = Math.max(...groups.flatMap(({ values }) => Object.values(values).map(({ high }) => high)));
  const scale = (value) => (value / largest) * (WIDTH - LEFT - 90);
  const parts = legend(subjects, 40);
  groups.forEach(({ label, values }, at) => {
    const top = 54 + at * groupHeight;
    parts.push(text(LEFT - 8, top + groupHeight / 2, label, 'text-anchor="end"'));
    subjects.forEach((subject, index) => {
      if (!values[subject]) return;
      const { median, low, high } = values[subject];
      const y = top + index * bar;
      const middle = y + bar / 2 - 1;
      parts.push(
        `<rect x="${LEFT}" y="${y}" width="${scale(median).toFixed(1)}" height="${bar - 2}" fill="${colour(index)}"/>`,
        `<line x1="${(LEFT + scale(low)).toFixed(1)}" x2="${(LEFT + scale(high)).toFixed(1)}" y1="${middle}" y2="${middle}" stroke="#111"/>`,
        text(
          (LEFT + scale(high) + 5).toFixed(1),
          y + bar - 3,
          `${Math.round(median).toLocaleString('en')} ${unit}`,
          'font-size="10"',
        ),
      );
    });
  });
  return frame(height, title, parts);
}

/** @param lines `[{ subject, points: [[x, y]] }]`; x on a logarithmic axis, unless `axis` is linear */
export function lineChart({ title, unit, xTitle, lines, axis }) {
  const [top, bottom, height] = [56, 270, 310];
  const along = axis === 'linear' ? (x) => x : Math.log10;
  const xs = lines.flatMap(({ points }) => points.map(([x]) => along(x)));
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const largest = Math.max(...lines.flatMap(({ points }) => points.map(([, y]) => y))) * 1.1 || 1;
  const left = 70;
  const placeX = (x) => left + ((along(x) - least) / (most - least || 1)) * (WIDTH - left - 40);
  const placeY = (y) => bottom - (y / largest) * (bottom - top);
  const parts = [
    ...legend(
      lines.map(({ subject }) => subject),
      40,
    ),
    `<path d="M${left} ${top}V${bottom}H${WIDTH - 30}" fill="none" stroke="#666"/>`,
    text(WIDTH - 30, height - 6, xTitle, 'text-anchor="end"'),
  ];
  for (const share of [0, 0.5, 1]) {
    const value = largest * share;
    parts.push(
      text(
        left - 6,
        placeY(value) + 4,
        `${value.toPrecision(2)} ${unit}`,
        'text-anchor="end" font-size="10"',
      ),
    );
  }
  for (const x of new Set(lines.flatMap(({ points }) => points.map(([each]) => each))))
    parts.push(
      text(placeX(x).toFixed(1), bottom + 16, x.toLocaleString('en'), 'text-anchor="middle" font-size="10"'),
    );
  lines.forEach(({ points }, index) => {
    const path = points.map(([x, y]) => `${placeX(x).toFixed(1)},${placeY(y).toFixed(1)}`);
    parts.push(
      `<polyline points="${path.join(' ')}" fill="none" stroke="${colour(index)}" stroke-width="2"/>`,
    );
    for (const place of path)
      parts.push(
        `<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="3" fill="${colour(index)}"/>`,
      );
  });
  return frame(height, title, parts);
}
