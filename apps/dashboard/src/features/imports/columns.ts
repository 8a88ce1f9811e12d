export type Kind = 'users' | 'service-groups' | 'memberships';

export interface ImportColumn {
  name: string;
  title: string;
  /** At least one column of each such set must be present. */
  oneOf?: string;
}

export const COLUMNS: Readonly<Record<Kind, readonly ImportColumn[]>> = {
  users: [
    { name: 'email', title: 'Email', oneOf: 'email' },
    { name: 'name', title: 'Name', oneOf: 'name' },
    { name: 'role', title: 'Role' },
    { name: 'externalId', title: 'External ID' },
  ],
  'service-groups': [
    { name: 'name', title: 'Name', oneOf: 'name' },
    { name: 'externalId', title: 'External ID' },
  ],
  memberships: [
    { name: 'userEmail', title: "User's email", oneOf: 'user' },
    { name: 'userExternalId', title: "User's external ID", oneOf: 'user' },
    { name: 'serviceGroupName', title: 'Service group', oneOf: 'group' },
    {
      name: 'serviceGroupExternalId',
      title: "Service group's external ID",
      oneOf: 'group',
    },
  ],
};

/** For each column of the file, the name of our column, or null. */
export type Mapping = readonly (string | null)[];

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
