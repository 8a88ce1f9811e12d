import type { Entry } from '../queries.js';

/** A part of a sentence; with `user`, `group` or `team`, the name of what has a page. */
export interface Part {
  text: string;
  user?: string;
  group?: string;
  team?: string;
  /** Of which all have one page. */
  isAccessRole?: boolean;
  isActor?: boolean;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The names in an event's data, each with whose it is. */
function namesIn({ type, data }: Entry): { name: string; whose: Omit<Part, 'text'> }[] {
  const user = textOf(data['userId']);
  const group = textOf(data['serviceGroupId']);
  const team = textOf(data['teamId']);
  const own = ownerOf(type, { user, group, team });
  const found = [
    [data['userName'], user && { user }],
    [data['serviceGroupName'], group && { group }],
    [data['teamName'], team && { team }],
    [data['name'], own],
    [data['name'], type.startsWith('access_role.') && { isAccessRole: true }],
  ] as const;
  return found.flatMap(([value, whose]) => {
    const name = textOf(value);
    return name && whose ? [{ name, whose }] : [];
  });
}

type Whose = Pick<Part, 'user' | 'group' | 'team'>;

/** Whose name an event calls by no more than `name`. */
function ownerOf(type: string, { user, group, team }: Record<keyof Whose, string | undefined>) {
  if (type.startsWith('user.')) return user && { user };
  if (type.startsWith('service_group.')) return group && { group };
  return type.startsWith('team.') && team && { team };
}

/** The sentence of an event, in which the names are parts of their own. An erased person's name is a placeholder, and leads nowhere. */
export function partsOf(entry: Entry): Part[] {
  const { summary, actorDetails, erased } = entry;
  const actor = actorDetails?.name;
  const begins = actor && summary.startsWith(`${actor} `) ? actor : '';
  let rest: Part[] = [{ text: summary.slice(begins.length) }];
  for (const { name, whose } of erased ? [] : namesIn(entry))
    rest = rest.flatMap((part) => {
      const at = part.user || part.group || part.team || part.isAccessRole ? -1 : placeOf(name, part.text);
      if (at < 0) return [part];
      const [before, after] = [part.text.slice(0, at), part.text.slice(at + name.length)];
      return [{ text: before }, { text: name, ...whose }, { text: after }];
    });
  return [{ text: begins, isActor: true }, ...rest].filter(({ text }) => text !== '');
}

/** Where a name stands as a whole: “prod” is not in “prod-eu”. */
function placeOf(name: string, text: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]];
    if (/[\s“(]/.test(before) && /[\s”),.]/.test(after)) return at;
  }
  return -1;
}
