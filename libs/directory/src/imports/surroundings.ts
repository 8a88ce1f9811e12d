import type { Directory } from '../directory.js';
import type { CommandContext } from '../kernel/execute.js';
import type { Tenant } from '../tenant.js';

/** What the rows of one kind are carried out with. */
export interface ImportSurroundings {
  directory: Directory;
  tenant: Tenant;
  context: CommandContext;
  mayManageOwners: boolean;
}
