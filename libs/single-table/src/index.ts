/** Everything, for this repository. The package exports `main.ts` and, as paths of their own, what only some programs need. */
export * from './main.js';
export { fromClass, type ClassAttributes, type ClassValidation } from './sources/class-validator.js';
export { fromSchemas, type SchemaAttributes, type StandardSchema } from './sources/standard-schema.js';
export {
  cdkTableProps,
  cloudFormationProperties,
  createTableInput,
  terraformArguments,
  timeToLiveInput,
} from './provisioning/table-inputs.js';
export {
  streamReader,
  type Change,
  type EntityChange,
  type OtherChange,
  type StreamRecordLike,
} from './items/stream-records.js';
export {
  addIndexes,
  convert,
  planMigration,
  renderProgress,
  runMigration,
  shadowRead,
  stateOfTable,
  verifyMigration,
  type Conversion,
  type Difference,
  type Migration,
  type MigrationOptions,
  type MigrationPlan,
  type MigrationProgress,
  type PlanOptions,
  type Rule,
  type RunOptions,
  type TableState,
} from './maintenance/migrate/migrate.js';
export {
  accessPattern,
  bindPatterns,
  describePatterns,
  iamActionsOf,
  type AccessPattern,
  type AccessPatterns,
  type BoundPatterns,
  type IamAction,
  type ItemGrant,
  type PatternCall,
  type PatternDescription,
} from './catalogue/catalogue.js';
export { catalogueJson, renderCatalogue } from './catalogue/catalogue-page.js';
export { joinReads } from './reads/join-reads.js';
export { workbenchModel, type WorkbenchEntity, type WorkbenchModel } from './catalogue/workbench.js';
export {
  defineImported,
  importWorkbench,
  sourceOfImported,
  type ImportedEntity,
  type ImportedTable,
} from './catalogue/workbench-import.js';
