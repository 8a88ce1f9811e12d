import { ROW_COLUMNS, type RowKind } from '#libs/directory';

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  email: ['mail', 'emailaddress', 'useremail', 'mailaddress', 'login', 'username', 'userprincipalname'],
  name: ['fullname', 'displayname', 'user', 'person', 'title', 'group', 'groupname', 'servicegroup'],
  role: ['permission', 'accesslevel', 'type'],
  externalId: ['id', 'externalidentifier', 'employeeid', 'employeenumber', 'hrid', 'personnelnumber'],
  userEmail: ['email', 'mail', 'emailaddress', 'member', 'memberemail', 'user'],
  userExternalId: ['userid', 'employeeid', 'memberid', 'hrid'],
  serviceGroupName: ['group', 'groupname', 'servicegroup', 'team', 'name'],
  teamName: ['team', 'group', 'groupname', 'department', 'name'],
  teamExternalId: ['teamid', 'groupid', 'departmentid'],
  reason: ['why', 'note', 'comment', 'justification'],
  until: ['expires', 'expiresat', 'end', 'enddate', 'ends', 'validuntil', 'expirydate', 'expirationdate'],
  accessRole: ['role', 'rolekey', 'grouprole'],
  serviceGroupExternalId: ['groupid', 'servicegroupid', 'teamid'],
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const normalized = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** By its heading, else by what is in it. @returns a field or null for each column; no field twice */
export function guessColumns(
  kind: RowKind,
  headings: readonly string[],
  samples: readonly (readonly string[])[],
): (string | null)[] {
  const fields: readonly string[] = ROW_COLUMNS[kind];
  const guessed = headings.map((): string | null => null);
  const guess = (isMeant: (field: string, column: number) => boolean) => {
    for (const field of fields.filter((each) => !guessed.includes(each))) {
      const column = headings.findIndex((_, index) => guessed[index] === null && isMeant(field, index));
      if (column !== -1) guessed[column] = field;
    }
  };
  guess((field, column) => headings[column] === field);
  guess((field, column) => normalized(headings[column]!) === normalized(field));
  guess((field, column) => (ALIASES[field] ?? []).includes(normalized(headings[column]!)));
  guess((field, column) => /email$/i.test(field) && areEmails(samples[column] ?? []));
  return guessed;
}

function areEmails(values: readonly string[]): boolean {
  const given = values.filter((value) => value !== '');
  return given.length > 0 && given.every((value) => EMAIL.test(value));
}
