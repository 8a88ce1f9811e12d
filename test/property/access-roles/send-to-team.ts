import { termsOf, type CommandOf } from './commands.js';
import type { Company } from './company.js';
import { bondAt, pairOf, removeTeam, type Bonds } from './model.js';

type OfTeam = CommandOf<
  'join' | 'change place' | 'leave' | 'open' | 'change access' | 'close' | 'remove team'
>;

/** @returns whether it was not refused */
export async function sendToTeam(company: Company, given: OfTeam): Promise<boolean> {
  const teamId = company.teamAt(given.team);
  if (given.type === 'remove team')
    return (await company.isDone('DELETE', `/teams/${teamId}`)) && (removeTeam(company.model, teamId), true);
  const bond = bondOf(company, given, teamId);
  const held = bondAt(company.model, bond.of, bond.pair, Date.now());
  const note = company.before([bond.pair], bond.of);
  const bonds = company.model[bond.of];
  const pair = pairOf(...bond.pair);
  if (given.type === 'leave' || given.type === 'close') {
    if (!(await company.isDone('DELETE', bond.path, undefined, note.id))) return false;
    bonds.delete(pair);
    company.note(note);
    return true;
  }
  const named = 'role' in given ? given.role : undefined;
  const { terms, end } = termsOf({ role: named, end: given.end });
  const isNew = given.type === 'join' || given.type === 'open';
  const headers = { 'x-correlation-id': note.id };
  const path = company.path + bond.path;
  const { status } = await company.ask(isNew ? 'PUT' : 'PATCH', path, terms, headers);
  if (status >= 300) return false;
  if (isNew && held) return true;
  const role = !isNew && named === undefined ? held?.role : company.roleOf(named);
  bonds.set(pair, { role, end });
  company.note(note);
  return true;
}

function bondOf(
  company: Company,
  given: Exclude<OfTeam, CommandOf<'remove team'>>,
  teamId: string,
): { of: Bonds; pair: [string, string]; path: string } {
  if ('user' in given) {
    const [user, team] = stored(company, 'places', given) ?? [company.userAt(given.user), teamId];
    return { of: 'places', pair: [user, team], path: `/teams/${team}/members/${user}` };
  }
  const [team, group] = stored(company, 'accesses', given) ?? [teamId, company.groupAt(given.group)];
  return { of: 'accesses', pair: [team, group], path: `/service-groups/${group}/teams/${team}` };
}

/** Every other change or end is of a bond that is there: of those by chance, a thousand commands may meet none. */
function stored(
  { model }: Company,
  of: Bonds,
  { type, team }: Pick<OfTeam, 'type' | 'team'>,
): [string, string] | undefined {
  if (type === 'join' || type === 'open' || team % 2 === 0) return undefined;
  const pairs = [...model[of].keys()];
  return pairs[team % pairs.length]?.split(' ') as [string, string] | undefined;
}
