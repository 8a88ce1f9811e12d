/** What makes requests cheaper and could be left out: docs/adr/0028-levers.md says what each assumes. */
export const LEVERS = [
  'joined-reads',
  'undici',
  'signing-key',
  'lean-pipeline',
  'kept-endpoint',
  'compiled-validation',
] as const;
export type Lever = (typeof LEVERS)[number];

/** Names of levers to leave out, with commas between: `ROLLBOOK_LEVERS_OFF`. */
export function asLevers(text: string): ReadonlySet<Lever> {
  const names = text.split(',').map((name) => name.trim());
  const isLever = (name: string): name is Lever => (LEVERS as readonly string[]).includes(name);
  const levers = names.filter((name) => name !== '');
  if (!levers.every(isLever)) throw new Error(`must name some of ${LEVERS.join(', ')}, not "${text}".`);
  return new Set(levers);
}

const NONE: ReadonlySet<Lever> = new Set();

export function isOn({ leversOff = NONE }: { leversOff?: ReadonlySet<Lever> }, lever: Lever): boolean {
  return !leversOff.has(lever);
}
