import type { ServiceGroupId, UserId } from '#libs/domain';
import { removeServiceGroup, type CommandContext } from '#libs/directory';
import { directoryProblem } from '../../problems/directory-problems.js';
import { Problem } from '../../problems/problem.js';
import { isServiceGroupId, isUserId } from '../../http/input/ids.js';
import { unavailableProblem } from '../../problems/unavailable.js';
import { groupLocation } from '../resources/group-resource.js';
import { stateOf } from '../../commands/command-answer.js';
import type { Change } from '../../commands/command.js';
import { removeUserExceptOwners } from '../../users/users.service.js';
import { createScimGroup, patchScimGroup, replaceScimGroup } from '../groups/scim-groups.service.js';
import { scimErrorBody } from '../protocol/scim-error.js';
import { versionIn } from '../protocol/scim-request.js';
import type { ScimObject } from '../schema/conform.js';
import { createScimUser, patchScimUser, replaceScimUser } from '../users/scim-users.service.js';
import { etagOf, userLocation } from '../resources/user-resource.js';
import { readBulkRequest, referencesOf, resolved, type BulkOperation } from './bulk-request.js';

interface Done {
  id: UserId | ServiceGroupId;
  status: number;
  version?: number;
}

interface Answered {
  answer: ScimObject;
  id?: string;
}

interface BulkSender extends Change {
  requestId: string;
}

/** One after the other, each in its own commit. One that refers to another waits for it, unless that waits for it too. */
export async function runBulk(sender: BulkSender, body: ScimObject): Promise<ScimObject[]> {
  const { operations, failOnErrors } = readBulkRequest(body);
  const answers: ScimObject[] = [];
  const ids = new Map<string, string>();
  let errors = 0;
  let waiting = operations;
  while (errors < failOnErrors) {
    const next = waiting.find((each) => referencesOf(each).every((bulkId) => ids.has(bulkId)));
    const operation = next ?? waiting[0];
    if (!operation) break;
    waiting = waiting.filter((each) => each !== operation);
    const { answer, id } = next
      ? await one(sender, resolved(operation, ids))
      : failed(
          sender,
          operation,
          new Problem('invalid_value', 'It refers to an unknown bulkId.', { status: 409 }),
        );
    if (id === undefined) errors += 1;
    else if (operation.bulkId !== undefined) ids.set(operation.bulkId, id);
    answers.push(answer);
  }
  return answers;
}

async function one(sender: BulkSender, operation: BulkOperation): Promise<Answered> {
  try {
    const done =
      operation.resource === 'Users' ? await onUser(sender, operation) : await onGroup(sender, operation);
    return { answer: succeeded(sender, operation, done), id: done.id };
  } catch (error) {
    const problem = error instanceof Problem ? error : (directoryProblem(error) ?? unavailableProblem(error));
    if (!problem) throw error;
    // Not this operation's fault, and the same for all.
    if (problem.code === 'account_not_found') throw problem;
    return failed(sender, operation, problem);
  }
}

async function onUser(sender: BulkSender, { method, id = '', version, data }: BulkOperation): Promise<Done> {
  const change = { ...sender, command: commandOf(sender, version) };
  if (method === 'POST') {
    const user = stateOf(await createScimUser(change, data));
    return { id: user.userId, status: 201, version: user.version };
  }
  if (!isUserId(id)) throw new Problem('user_not_found', 'There is no such user in this account.');
  if (method === 'DELETE') {
    await removeUserExceptOwners({ ...change, userId: id });
    return { id, status: 204 };
  }
  const user = stateOf(await (method === 'PUT' ? replaceScimUser : patchScimUser)(change, id, data));
  return { id, status: 200, version: user.version };
}

async function onGroup(sender: BulkSender, { method, id = '', version, data }: BulkOperation): Promise<Done> {
  const { tenant } = sender;
  const command = commandOf(sender, version);
  if (method === 'POST') {
    const group = stateOf(await createScimGroup({ ...sender, command }, data));
    return { id: group.serviceGroupId, status: 201, version: group.version };
  }
  if (!isServiceGroupId(id))
    throw new Problem('service_group_not_found', 'There is no such service group in this account.');
  if (method === 'DELETE') {
    await removeServiceGroup(tenant, id, command);
    return { id, status: 204 };
  }
  const change = method === 'PUT' ? replaceScimGroup : patchScimGroup;
  const group = stateOf(await change({ ...sender, command }, id, data));
  return { id, status: 200, version: group.version };
}

function commandOf({ command }: BulkSender, version: string | undefined): CommandContext {
  return { ...command, receipt: undefined, expectedVersion: versionIn(version) };
}

function succeeded(
  { tenant }: BulkSender,
  operation: BulkOperation,
  { id, status, version }: Done,
): ScimObject {
  return {
    location: isUserId(id) ? userLocation(tenant.accountId, id) : groupLocation(tenant.accountId, id),
    method: operation.method,
    ...(operation.bulkId !== undefined && { bulkId: operation.bulkId }),
    ...(version !== undefined && { version: etagOf(version) }),
    status: String(status),
  };
}

function failed({ requestId }: BulkSender, operation: BulkOperation, problem: Problem): Answered {
  const response = scimErrorBody(problem, requestId);
  const { method, bulkId } = operation;
  return { answer: { method, ...(bulkId !== undefined && { bulkId }), status: response.status, response } };
}
