import {
  commandLogStream,
  commandWebhookEndpoint,
  createLogStream,
  createWebhookEndpoint,
  getServiceGroup,
  getUser,
  listImportErrors,
  removeWebhookEndpoint,
  startImport,
  type ImportRow,
  type RowKind,
} from '#libs/directory';
import type { WebhookEndpointId } from '#libs/domain';
import { byOperator } from '../directory.js';
import {
  faulty,
  finish,
  nameOf,
  newGroup,
  newUser,
  place,
  repeatable,
  type BreakableCommand,
  type Workplace,
} from '../../workplace.js';

const url = 'https://receiver.example/hook';
const stream = { url, form: 'ndjson', secret: 'token' } as const;
async function newEndpoint({ account }: Workplace): Promise<WebhookEndpointId> {
  return (await createWebhookEndpoint(account.tenant, { url }, byOperator)).state.webhookEndpointId;
}

/** An import of some rows up to its job; the job is what is broken. */
export async function importOf(at: Workplace, kind: RowKind, values: Record<string, string>[]) {
  const rows = values.map((each, index): ImportRow => ({ line: index + 1, values: each }));
  const request = { kind, mayManageOwners: true, rows: eachOf(rows) };
  const { jobId } = await startImport(at.account.tenant, request, byOperator);
  return async () => {
    await finish(at, jobId);
    const page = { limit: 100, cursor: undefined };
    const { items } = await listImportErrors(at.account.tenant, jobId, page);
    return { rows: items.map((error) => ({ error })) };
  };
}
// oxlint-disable-next-line typescript/require-await -- as rows come from a request's body
async function* eachOf<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}

/** The commands of webhooks and imports. */
export const breakableWebhooksAndImports: Record<string, BreakableCommand> = {
  'create a webhook endpoint': {
    prepare: async (at) => {
      // In its own account, because an account can have at most twenty.
      at.account = await place(at.directory);
      return () => createWebhookEndpoint(faulty(at), { url }, repeatable());
    },
  },
  'change a webhook endpoint': {
    prepare: async (at) => {
      const [id, { tenant }] = [await newEndpoint(at), at.account];
      const change = { type: 'change_webhook_endpoint', url: `${url}/2` } as const;
      return () => commandWebhookEndpoint(faulty(at, tenant), id, change, byOperator);
    },
  },
  'give a webhook endpoint a new secret': {
    prepare: async (at) => {
      const [id, { tenant }] = [await newEndpoint(at), at.account];
      const previousUntil = new Date(at.now + 1_000).toISOString();
      const rotation = { type: 'rotate_webhook_secret', previousUntil } as const;
      return () => commandWebhookEndpoint(faulty(at, tenant), id, rotation, byOperator);
    },
  },
  'remove a webhook endpoint': {
    prepare: async (at) => {
      const [id, { tenant }] = [await newEndpoint(at), at.account];
      return () => removeWebhookEndpoint(faulty(at, tenant), id, byOperator);
    },
  },
  'create a log stream': {
    prepare: async (at) => {
      at.account = await place(at.directory);
      return () => createLogStream(faulty(at), stream, repeatable());
    },
  },
  'replay a log stream': {
    prepare: async (at) => {
      at.account = await place(at.directory);
      const { tenant } = at.account;
      const { logStreamId } = (await createLogStream(tenant, stream, byOperator)).state;
      const replay = {
        type: 'replay_log_stream',
        from: undefined,
        now: new Date(at.now).toISOString(),
      } as const;
      return () => commandLogStream(faulty(at, tenant), logStreamId, replay, byOperator);
    },
  },
  'import new users together': {
    isJob: true,
    prepare: (at) => {
      const row = () => ({ email: `${nameOf('i')}@x.example`, name: 'I', externalId: nameOf('hr') });
      return importOf(at, 'users', [row(), row()]);
    },
  },
  'import new service groups': {
    isJob: true,
    prepare: (at) => importOf(at, 'service-groups', [{ name: nameOf('g') }]),
  },
  'import memberships': {
    isJob: true,
    prepare: async (at) => {
      const { tenant } = at.account;
      const [userId, serviceGroupId] = [await newUser(at), await newGroup(at)];
      const userEmail = (await getUser(tenant, userId)).email;
      const serviceGroupName = (await getServiceGroup(tenant, serviceGroupId)).name;
      return importOf(at, 'memberships', [{ userEmail, serviceGroupName }]);
    },
  },
};
