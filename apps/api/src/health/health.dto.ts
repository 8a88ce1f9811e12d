export class LivenessDto {
  status!: 'live';
}

export class ReadinessDto {
  status!: 'ready';
}
