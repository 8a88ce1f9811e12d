import type { Guard } from '#libs/guard';

/** In the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export class GuardMetrics {
  private readonly answers = new Map<string, number>();

  constructor(private readonly guard: Guard) {}

  count(endpoint: 'authzen' | 'forward-auth' | 'ext-authz', status: number): void {
    const labels = `endpoint="${endpoint}",status="${status}"`;
    this.answers.set(labels, (this.answers.get(labels) ?? 0) + 1);
  }

  text(): string {
    const { isReady, ageMs, accounts, users, serviceGroups, memberships } = this.guard.status();
    const gauges = {
      ready: [Number(isReady), 'whether it answers'],
      age_seconds: [ageMs === Infinity ? '+Inf' : ageMs / 1_000, 'how old its copy is'],
      accounts: [accounts, 'in the copy'],
      users: [users, 'in the copy'],
      service_groups: [serviceGroups, 'in the copy'],
      memberships: [memberships, 'in the copy'],
    };
    const lines = Object.entries(gauges).flatMap(([name, [value, help]]) => [
      `# HELP rollbook_guard_${name} ${help}`,
      `# TYPE rollbook_guard_${name} gauge`,
      `rollbook_guard_${name} ${value}`,
    ]);
    const counts = [...this.answers].map(
      ([labels, count]) => `rollbook_guard_answers_total{${labels}} ${count}`,
    );
    const total = [
      '# HELP rollbook_guard_answers_total requests answered',
      '# TYPE rollbook_guard_answers_total counter',
    ];
    return `${[...lines, ...total, ...counts].join('\n')}\n`;
  }
}
