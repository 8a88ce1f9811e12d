import { startApi, type RunningApi } from '../../support/api/api.js';
import {
  createProvisioning,
  SCIM_BASES,
  expectScimError,
  scimGroup,
  scimUser,
  type Provisioning,
} from '../../support/api/scim.js';
import { DOCUMENTS, RESOURCES, violations, type Short } from './scim-rfc7643.js';

let api: RunningApi;
let tenant: Provisioning;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Listed {
  id: string;
  meta: { location: string; resourceType: string };
  schemas: string[];
}

async function read(path: string) {
  const answer = await tenant.scim('GET', path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  return answer.body;
}

const document = (name: string) => DOCUMENTS[name] as Short;
/** What stands behind the account's address. */
const inside = ({ meta }: Listed) => meta.location.replace(/^\/scim\/(teams\/)?v2\/[^/]+/, '');

describe.each(SCIM_BASES)('at %s', (base) => {
  beforeAll(async () => {
    tenant = await createProvisioning(api, base);
  });

  describe('the documents of discovery', () => {
    test('say of the service what the RFC’s schema asks for', async () => {
      const config = await read('/ServiceProviderConfig');
      expect(config.schemas).toEqual(['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig']);
      expect(violations(config, document('ServiceProviderConfig'))).toEqual([]);
      expect(inside(config)).toBe('/ServiceProviderConfig');
    });

    test.each([
      ['/Schemas', 'Schema', 3],
      ['/ResourceTypes', 'ResourceType', 2],
    ])('%s is a list of what can be read one by one', async (path, kind, count) => {
      const list = await read(path);
      expect(list).toMatchObject({ totalResults: count, itemsPerPage: count, startIndex: 1 });
      for (const listed of list.Resources as Listed[]) {
        expect(listed.schemas).toEqual([`urn:ietf:params:scim:schemas:core:2.0:${kind}`]);
        expect(violations(listed, document(kind))).toEqual([]);
        expect(listed.meta.resourceType).toBe(kind);
        expect(await read(inside(listed))).toEqual(listed);
      }
      expectScimError(await tenant.scim('GET', `${path}/nothing`), 404);
    });

    test('name of the schemas only attributes that the RFC has, as it has them', async () => {
      const { Resources } = await read('/Schemas');
      for (const { id, attributes } of Resources as { id: string; attributes: Described[] }[])
        expect({ id, wrong: differences(attributes, RESOURCES[id] as Short) }).toEqual({ id, wrong: [] });
    });

    test('describe what is answered: users and groups have the attributes of their schemas and no others', async () => {
      const { id } = await scimUser(tenant, 'ada@example.com', {
        title: 'Countess',
        photos: [{ value: 'https://a.example/1', type: 'photo' }],
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Research' },
      });
      const group = await scimGroup(tenant, 'prod', { members: [{ value: id }], externalId: 'G' });
      const { Resources: types } = await read('/ResourceTypes');
      for (const [path, name] of [
        [`/Users/${id}`, 'User'],
        [`/Groups/${group.id}`, 'Group'],
      ]) {
        const type = types.find((each: Listed) => each.id === name);
        const extensions = (type.schemaExtensions ?? []).map(({ schema }: { schema: string }) => schema);
        const schema: Short = { id: 'string!', externalId: 'string', ...RESOURCES[type.schema] };
        for (const extension of extensions)
          schema[extension] = { flags: '', sub: RESOURCES[extension] as Short };
        const resource = await read(path as string);
        expect(violations(resource, schema)).toEqual([]);
        expect(resource.schemas).toEqual([type.schema, ...extensions]);
        expect(inside(resource)).toBe(path);
      }
    });
  });
});

interface Described {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  subAttributes?: Described[];
}

/** `display` of an address, and a photo that is a text, are as lenient as identity providers are. */
const LENIENT = ['addresses.value', 'addresses.display', 'photos.value'];

function differences(attributes: readonly Described[], schema: Short, path = ''): string[] {
  return attributes.flatMap(({ name, type, multiValued, required, subAttributes }) => {
    const at = `${path}${name}`;
    const rule = schema[name];
    if (LENIENT.includes(at)) return [];
    if (rule === undefined) return [`${at} is not known`];
    const flags = typeof rule === 'string' ? rule : rule.flags;
    const wrong = [
      ...(flags.includes('*') === multiValued ? [] : [`${at} is one of many, or many of one`]),
      ...(flags.includes('!') === required ? [] : [`${at} is required, or is not`]),
    ];
    if (typeof rule !== 'string') return [...wrong, ...differences(subAttributes ?? [], rule.sub, `${at}.`)];
    return rule.replace(/[*!]/g, '') === type ? wrong : [...wrong, `${at} is a ${type}`];
  });
}
