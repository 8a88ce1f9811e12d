// npm start: does what Okta will do, with the address and the key that Okta will have, and says what it would have said. Run it before
// you touch Okta. The person and the group that it makes are removed again.
const { ROLLBOOK_URL, ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, EMAIL = 'okta-rehearsal@example.com' } = process.env;
const base = `${ROLLBOOK_URL}/scim/v2/${ROLLBOOK_ACCOUNT}`;
const User = 'urn:ietf:params:scim:schemas:core:2.0:User';
const Group = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PatchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

async function ask(method, path, body) {
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${ROLLBOOK_KEY}`, 'content-type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const said = text && JSON.parse(text);
  if (!answer.ok)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${said.detail ?? text}`);
  return said;
}
const patch = (...Operations) => ({ schemas: [PatchOp], Operations });
const found = (list, attribute, value) =>
  `/${list}?filter=${encodeURIComponent(`${attribute} eq "${value}"`)}&startIndex=1&count=100`;

let user;
let group;
const steps = {
  'Test API Credentials': () => ask('GET', '/Users?startIndex=1&count=2'),
  'Assign a person: looks for them, then creates them': async () => {
    const { totalResults } = await ask('GET', found('Users', 'userName', EMAIL));
    if (totalResults > 0) throw new Error(`${EMAIL} is there already: name somebody else with EMAIL=…`);
    const name = { givenName: 'Okta', familyName: 'Rehearsal' };
    const emails = [{ primary: true, value: EMAIL, type: 'work' }];
    const displayName = 'Okta Rehearsal';
    user = await ask('POST', '/Users', {
      schemas: [User],
      userName: EMAIL,
      name,
      emails,
      displayName,
      active: true,
    });
  },
  'Update their profile': () =>
    ask('PUT', `/Users/${user.id}`, { ...user, name: { givenName: 'Okta', familyName: 'Rehearsed' } }),
  'Push a group': async () => {
    group = await ask('POST', '/Groups', {
      schemas: [Group],
      displayName: `Okta rehearsal ${user.id}`,
      members: [],
    });
  },
  'Push its members': () =>
    ask('PATCH', `/Groups/${group.id}`, patch({ op: 'add', path: 'members', value: [{ value: user.id }] })),
  'Suspend: they lose access, and keep their groups': () =>
    ask('PATCH', `/Users/${user.id}`, patch({ op: 'replace', value: { active: false } })),
  'Unlink the group, and delete the person': async () => {
    await ask('DELETE', `/Groups/${group.id}`);
    await ask('DELETE', `/Users/${user.id}`);
  },
};
for (const [name, step] of Object.entries(steps)) {
  try {
    await step();
  } catch (error) {
    console.error(`✗ ${name}\n  ${error.message}`);
    process.exit(1);
  }
  console.log(`✓ ${name}`);
}
