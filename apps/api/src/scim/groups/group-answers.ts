import { readProjection, shows } from '../protocol/query.js';
import { sendResource, type ScimRequest } from '../protocol/scim-request.js';
import { addressOfGroup, groupLocation, idOfGroup, type ScimGroup } from '../resources/group-resource.js';
import { etagOf } from '../resources/user-resource.js';
import type { ScimObject } from '../schema/conform.js';
import { GROUP_TYPE } from '../schema/schemas.js';
import { showScimGroup } from './scim-groups.service.js';

/** Members change without changing the version of their group: only an answer without them may be a 304. */
export async function sendGroup(scim: ScimRequest, group: ScimGroup): Promise<ScimObject | undefined> {
  const projection = readProjection(scim.query, GROUP_TYPE);
  const resource = await showScimGroup(scim.tenant, group, projection);
  const version = etagOf(group.version);
  if (!shows(projection, 'members', true)) return sendResource(scim, resource, version);
  scim.reply.header('etag', version);
  return resource;
}

export function sendNewGroup(scim: ScimRequest, group: ScimGroup): Promise<ScimObject | undefined> {
  scim.reply.header('location', groupLocation(addressOfGroup(group), idOfGroup(group)));
  return sendGroup(scim, group);
}

/** 204, or the group if attributes are requested. */
export async function sendPatchedGroup(scim: ScimRequest, group: ScimGroup): Promise<ScimObject | undefined> {
  const { query, reply } = scim;
  if (query['attributes'] !== undefined || query['excludedAttributes'] !== undefined)
    return sendGroup(scim, group);
  reply.status(204).header('etag', etagOf(group.version));
  return undefined;
}
