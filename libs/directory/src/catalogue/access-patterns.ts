// catalogue: every access pattern, declared once: the documentation, the capacity tests and the IAM actions come from here.
// Imports everything but `index.ts`.

import {
  describePatterns,
  iamActionsOf,
  type IamAction,
  type PatternDescription,
} from '@rollbook/single-table/catalogue';
import { catalogueJson, renderCatalogue } from '@rollbook/single-table/catalogue-page';
import { rollbookTable } from '../table/table.js';
import { accessChecks } from './access-checks.js';
import { accessRequestMaintenance, accessRequests } from './access-requests.js';
import { accessRolesRoutes } from './access-roles.js';
import { apiKeys } from './api-keys.js';
import { bulkRoutes, bulkUpkeep } from './bulk.js';
import { accessRequestSample } from './samples/access-request-sample.js';
import { accessRolesSample } from './samples/access-roles-sample.js';
import { teamsSample } from './samples/teams-sample.js';
import { bulkSample } from './samples/bulk-sample.js';
import { commands, maintenance } from './commands.js';
import { feedReads, feedSample, feedUpkeep } from './feed.js';
import { logObjectsUpkeep, logReads, logSample, logUpkeep } from './logs.js';
import { importRoutes, importMaintenance } from './imports.js';
import { importSample } from './samples/import-sample.js';
import { pastReads } from './past-reads.js';
import { revertRoutes, revertUpkeep } from './reverts.js';
import { revertSample } from './samples/revert-sample.js';
import { publishing } from './publishing.js';
import { logStreamMaintenance, logStreamRoutes } from './log-streams.js';
import { reads } from './reads.js';
import { sample } from './samples/sample.js';
import { scimRefusals, scimRefusalsSample } from './scim-refusals.js';
import { searches, searchSample, searchUpkeep } from './search.js';
import { sessions, sessionSample } from './sessions.js';
import { teamRoutes } from './teams.js';
import { usageMaintenance, usageOfWebhooks, usageRoutes, usageSample } from './usage.js';
import { webhookRoutes, webhookMaintenance } from './webhooks.js';
import { webhookSample } from './samples/webhook-sample.js';

export const ACCESS_PATTERN_SAMPLE = [
  ...sample,
  ...importSample,
  ...bulkSample,
  ...revertSample,
  ...sessionSample,
  ...webhookSample,
  ...searchSample,
  ...usageSample,
  ...scimRefusalsSample,
  ...feedSample,
  ...logSample,
  ...accessRequestSample,
  ...accessRolesSample,
  ...teamsSample,
];

/** The caller: the API, the parts of the stream processor, or the webhooks' process. */
export type Program = 'api' | 'publisher' | 'feeder' | 'stream-processor' | 'webhooks';

export const ACCESS_PATTERNS = {
  api: {
    ...reads,
    ...accessChecks,
    ...pastReads,
    ...commands,
    ...apiKeys,
    ...accessRequests,
    ...accessRolesRoutes,
    ...teamRoutes,
    ...sessions,
    ...importRoutes,
    ...bulkRoutes,
    ...revertRoutes,
    ...webhookRoutes,
    ...logStreamRoutes,
    ...searches,
    ...usageRoutes,
    ...scimRefusals,
    ...feedReads,
    ...logReads,
  },
  publisher: publishing,
  feeder: { ...feedUpkeep, ...logUpkeep, ...logObjectsUpkeep },
  'stream-processor': {
    ...maintenance,
    ...importMaintenance,
    ...bulkUpkeep,
    ...revertUpkeep,
    ...searchUpkeep,
    ...usageMaintenance,
    ...accessRequestMaintenance,
  },
  webhooks: { ...webhookMaintenance, ...logStreamMaintenance, ...usageOfWebhooks },
};

export function describeAccessPatterns(program: Program): Promise<PatternDescription[]> {
  return describePatterns(rollbookTable, ACCESS_PATTERNS[program], ACCESS_PATTERN_SAMPLE);
}

/** Leases, checkpoints and the stream itself are not access patterns and are not included. */
export async function accessPatternActions(program: Program): Promise<IamAction[]> {
  return iamActionsOf(await describeAccessPatterns(program));
}

/** The catalogue for people, and for programs. */
export async function accessPatternPages(): Promise<{ markdown: string; json: string }> {
  const programs = Object.keys(ACCESS_PATTERNS) as Program[];
  const all = (await Promise.all(programs.map(describeAccessPatterns))).flat();
  return { markdown: renderCatalogue('Access patterns', all), json: catalogueJson(all) };
}
