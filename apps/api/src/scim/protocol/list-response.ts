import type { ScimObject } from '../schema/conform.js';
import type { Found } from './search.js';

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** RFC 7644, section 3.4.2; RFC 9865, section 2. A page by cursor has no total if that would need further reads. */
export function listResponse<Item>(
  { total, startIndex, nextCursor }: Found<Item>,
  resources: readonly ScimObject[],
): ScimObject {
  return {
    schemas: [LIST_SCHEMA],
    ...(total !== undefined && { totalResults: total }),
    ...(startIndex !== undefined && { startIndex }),
    itemsPerPage: resources.length,
    ...(nextCursor !== undefined && { nextCursor }),
    Resources: resources,
  };
}
