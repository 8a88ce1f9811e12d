import type { Directory } from '../directory.js';
import type { CommandContext } from '../kernel/execute.js';
import type { Tenant } from '../tenant.js';

export interface ImportContext {
  directory: Directory;
  tenant: Tenant;
  context: CommandContext;
  mayManageOwners: boolean;
}
