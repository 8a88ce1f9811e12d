// Small plots as SVG text: grouped bars and lines. Readable in light and dark, and without scripts.

const COLOURS = ['#888888', '#2563eb', '#93b4f4', '#16a34a', '#d97706', '#9333ea', '#dc2626', '#0f766e'];
const WIDTH = 760;
const CHARACTER = 6.5;
const LEGEND_TOP = 40;
const LINE = 16;
const MAX_LABELS = 9;

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

/** Wraps; @returns its parts, and where what comes next begins. */
function legend(subjects, left) {
  let [x, y] = [left, LEGEND_TOP];
  const parts = subjects.map((subject, index) => {
    const width = 30 + subject.length * CHARACTER;
    if (x > left && x + width > WIDTH) [x, y] = [left, y + LINE];
    const part = `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colour(index)}"/>${text(x + 14, y, subject)}`;
    x += width;
    return part;
  });
  return { parts, below: y + LINE };
}

const colour = (index) => COLOURS[index % COLOURS.length];

/** @param groups `[{ label, values: { subject: { median, low, high } } }]` */
export function barChart({ title, unit, subjects, groups }) {
  const bar = 13;
  const groupHeight = subjects.length * bar + 12;
  const left = Math.max(...groups.map(({ label }) => label.length)) * CHARACTER + 20;
  const { parts, below } = legend(subjects, left);
  const height = below + 8 + groups.length * groupHeight;
  const largest = Math.max(...groups.flatMap(({ values }) => Object.values(values).map(({ high }) => high)));
  const scale = (value) => (value / largest) * (WIDTH - left - 110);
  groups.forEach(({ label, values }, at) => {
    const top = below + at * groupHeight;
    parts.push(text(left - 8, top + groupHeight / 2, label, 'text-anchor="end"'));
    subjects.forEach((subject, index) => {
      if (!values[subject]) return;
      const { median, low, high } = values[subject];
      const y = top + index * bar;
      const middle = y + bar / 2 - 1;
      parts.push(
        `<rect x="${left}" y="${y}" width="${scale(median).toFixed(1)}" height="${bar - 2}" fill="${colour(index)}"/>`,
        `<line x1="${(left + scale(low)).toFixed(1)}" x2="${(left + scale(high)).toFixed(1)}" y1="${middle}" y2="${middle}" stroke="#111"/>`,
        text(
          (left + scale(high) + 5).toFixed(1),
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
  const left = 70;
  const { parts, below: top } = legend(
    lines.map(({ subject }) => subject),
    left,
  );
  const [bottom, height] = [top + 214, top + 254];
  const along = axis === 'linear' ? (x) => x : Math.log10;
  const xs = lines.flatMap(({ points }) => points.map(([x]) => along(x)));
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const largest = Math.max(...lines.flatMap(({ points }) => points.map(([, y]) => y))) * 1.1 || 1;
  const placeX = (x) => left + ((along(x) - least) / (most - least || 1)) * (WIDTH - left - 40);
  const placeY = (y) => bottom - (y / largest) * (bottom - top);
  parts.push(
    `<path d="M${left} ${top}V${bottom}H${WIDTH - 30}" fill="none" stroke="#666"/>`,
    text(WIDTH - 30, height - 6, xTitle, 'text-anchor="end"'),
  );
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
  const places = [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)))];
  const each = Math.ceil(places.length / MAX_LABELS);
  for (const x of places.filter((_, index) => index % each === 0))
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
