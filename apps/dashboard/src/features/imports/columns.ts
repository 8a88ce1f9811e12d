export type Kind = 'users' | 'service-groups' | 'memberships';

export interface ImportColumn {
  name: string;
  title: string;
  /** At least one column of each such set must be present. */
  oneOf?: string;
  /** Other names that people use for it in their files. */
  also: readonly string[];
}

export const COLUMNS: Readonly<Record<Kind, readonly ImportColumn[]>> = {
  users: [
    { name: 'email', title: 'Email', oneOf: 'email', also: ['mail', 'emailaddress', 'useremail'] },
    { name: 'name', title: 'Name', oneOf: 'name', also: ['fullname', 'displayname', 'username'] },
    { name: 'role', title: 'Role', also: [] },
    { name: 'externalId', title: 'External ID', also: ['id', 'employeeid'] },
  ],
  'service-groups': [
    { name: 'name', title: 'Name', oneOf: 'name', also: ['group', 'servicegroup'] },
    { name: 'externalId', title: 'External ID', also: ['id'] },
  ],
  memberships: [
    { name: 'userEmail', title: "User's email", oneOf: 'user', also: ['email', 'user', 'mail'] },
    { name: 'userExternalId', title: "User's external ID", oneOf: 'user', also: ['userid'] },
    { name: 'serviceGroupName', title: 'Service group', oneOf: 'group', also: ['group', 'servicegroup'] },
    {
      name: 'serviceGroupExternalId',
      title: "Service group's external ID",
      oneOf: 'group',
      also: ['groupid'],
    },
  ],
};

/** For each column of the file, the name of our column, or undefined. */
export type Mapping = readonly (string | undefined)[];

const folded = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Guesses the mapping from the header. */
export function guessMapping(kind: Kind, header: readonly string[]): Mapping {
  const taken = new Set<string>();
  return header.map((title) => {
    const wanted = folded(title);
    const found = COLUMNS[kind].find(
      ({ name, also }) => !taken.has(name) && (folded(name) === wanted || also.includes(wanted)),
    );
    if (found) taken.add(found.name);
    return found?.name;
  });
}

/** The columns still missing for an import. */
export function missingColumns(kind: Kind, mapping: Mapping): string[] {
  const needed = Map.groupBy(
    COLUMNS[kind].filter(({ oneOf }) => oneOf),
    ({ oneOf }) => oneOf,
  );
  return [...needed.values()]
    .filter((columns) => !columns.some(({ name }) => mapping.includes(name)))
    .map((columns) => columns.map(({ title }) => title).join(' or '));
}

/** The rows with our columns only, named as the API names them. */
export function mapRows(rows: readonly (readonly string[])[], mapping: Mapping): string[][] {
  const kept = mapping.flatMap((name, index) => (name === undefined ? [] : [{ name, index }]));
  const [, ...body] = rows;
  return [kept.map(({ name }) => name), ...body.map((row) => kept.map(({ index }) => row[index] ?? ''))];
}
