/** Names that several stacks, the runbook and the code share. */
export interface Names {
  table: string;
  /** A table restored in a drill or after a disaster: docs/runbook/backup-and-restore.md. */
  restoredTable: string;
  bus: string;
  registry: string;
  administrationRole: string;
  erasureKeyAlias: string;
}

/** @param environment `dev`, `staging`, `prod` */
export function namesOf(environment: string): Names {
  const name = `rollbook-${environment}`;
  return {
    table: name,
    restoredTable: `${name}-restored`,
    bus: name,
    registry: name,
    administrationRole: `${name}-administration`,
    erasureKeyAlias: `alias/${name}-erasure`,
  };
}
