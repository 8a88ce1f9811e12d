/** Names that several stacks, the runbook and the code share. */
export interface Names {
  table: string;
  /** To CloudFormation a restored table is another resource, which the stack adopts while it retains the first. */
  tableId: string;
  /** A table restored in a drill or after a disaster: docs/runbook/backup-and-restore.md. */
  restoredTable: string;
  bus: string;
  registry: string;
  administrationRole: string;
  erasureKeyAlias: string;
}

/** @param environment `dev`, `staging`, `prod` @param table if it is not the one that the environment began with */
export function namesOf(environment: string, table = `rollbook-${environment}`): Names {
  const name = `rollbook-${environment}`;
  return {
    table,
    tableId: table === name ? 'Table' : `Table-${table}`,
    restoredTable: `${table}-restored`,
    bus: name,
    registry: name,
    administrationRole: `${name}-administration`,
    erasureKeyAlias: `alias/${name}-erasure`,
  };
}
