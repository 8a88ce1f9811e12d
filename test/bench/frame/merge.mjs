// One result from those of several runs, as when each part was measured by itself: of a part that is there twice the
// last that did not fail.

/** Each part keeps when and of which commit it was measured, where that is not what the whole says. */
export function merge(results) {
  const inOrder = [...results].sort((a, b) => a.at.localeCompare(b.at));
  const last = inOrder.at(-1);
  const parts = {};
  for (const { parts: measured, commit, at, node, quick, machine } of inOrder)
    for (const [name, part] of Object.entries(measured))
      if (!part.failed || !parts[name] || parts[name].failed) {
        const whole = { measured: { commit, at, node, quick, machine }, ...part };
        parts[name] = leavesAnEngine(parts[name], part) ? joined(parts[name], whole) : whole;
      }
  return { ...last, quick: inOrder.some(({ quick }) => quick), parts };
}

/** A part can be measured on one engine after the other, or on one of them again: `npm run bench -- api --engine dynamodb-local`. */
function leavesAnEngine(before, { settings, failed }) {
  if (!before?.settings.engines || before.failed || failed) return false;
  return before.settings.engines.some((engine) => !settings.engines.includes(engine));
}

function joined(before, part) {
  const left = before.settings.engines.filter((engine) => !part.settings.engines.includes(engine));
  const again = new Map(part.tables.map((table) => [table.title, table]));
  const known = new Set(before.tables.map(({ title }) => title));
  const { commit } = before.measured;
  const where = `On the engine ${left.join(', ')} it was measured at commit ${commit}.`;
  return {
    ...part,
    settings: { ...part.settings, engines: [...left, ...part.settings.engines] },
    // Each in its place: the order does not follow from which was measured last.
    tables: [
      ...before.tables.map((table) => again.get(table.title) ?? table),
      ...part.tables.filter(({ title }) => !known.has(title)),
    ],
    remarks: [...part.remarks, ...(commit === part.measured.commit ? [] : [where])],
  };
}

/** What is to be said of a part that was not measured together with the others. */
export function otherwiseMeasured(whole, { measured }) {
  if (!measured) return undefined;
  const said = [];
  if (measured.commit !== whole.commit) said.push(`at commit ${measured.commit}`);
  if (measured.node !== whole.node) said.push(`with Node ${measured.node}`);
  if (measured.machine.processor !== whole.machine.processor)
    said.push(`on ${measured.machine.cores} cores (${measured.machine.processor})`);
  if (measured.quick) said.push('with `--quick`');
  return said.length > 0 ? `Measured ${said.join(', ')}.` : undefined;
}
