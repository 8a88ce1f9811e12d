import {
  describePatterns,
  iamActionsOf,
  renderCatalogue,
  type IamAction,
  type PatternDescription,
} from '#libs/single-table';
import { rollbookTable } from '../table.js';
import { apiKeys } from './api-keys.js';
import { commands, upkeep } from './commands.js';
import { reads } from './reads.js';
import { sample } from './sample.js';

export { sample as ACCESS_PATTERN_SAMPLE } from './sample.js';

/** What asks: the API, or the stream processor. */
export type Asker = 'api' | 'stream-processor';

/** Every access pattern, by who asks. */
export const ACCESS_PATTERNS = { api: { ...reads, ...commands, ...apiKeys }, 'stream-processor': upkeep };

/** Every access pattern of the API or of the stream processor: the calls it makes, with their keys and IAM actions. */
export function describeAccessPatterns(asker: Asker): Promise<PatternDescription[]> {
  return describePatterns(rollbookTable, ACCESS_PATTERNS[asker], sample);
}

/**
 * The IAM actions on the table and its index that the access patterns of the API or of the stream processor need, each
 * once. Leases, checkpoints and the stream itself are not access patterns and are not among them.
 */
export async function accessPatternActions(asker: Asker): Promise<IamAction[]> {
  return iamActionsOf(await describeAccessPatterns(asker));
}

/** The page docs/access-patterns.md. */
export async function accessPatternPage(): Promise<string> {
  const [api, streamProcessor] = await Promise.all([
    describeAccessPatterns('api'),
    describeAccessPatterns('stream-processor'),
  ]);
  return renderCatalogue('Access patterns', [...api, ...streamProcessor]);
}
