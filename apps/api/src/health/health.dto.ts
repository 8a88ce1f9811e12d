export class LivenessDto {
  status!: 'live';
}

export class ReadinessDto {
  status!: 'ready';
  /** The version of the table's shape. It may be newer than the one this version of Rollbook needs. */
  tableShape!: number;
}
