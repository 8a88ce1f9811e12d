import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Configuration } from '../../configuration/configuration.js';
import type { Metrics } from './metrics.js';

/** Serves the metrics on a separate port for a scraper inside the network, because the API's is open to everybody. */
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly configuration: Configuration,
  ) {}

  get url(): string | undefined {
    const address = this.server?.address() as AddressInfo | null | undefined;
    return address ? `http://${this.configuration.host}:${address.port}/metrics` : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { host, metricsPort } = this.configuration;
    if (metricsPort === undefined) return;
    const server = createServer(({ method, url }, response) => {
      const isMetrics = url === '/metrics' && (method === 'GET' || method === 'HEAD');
      response
        .writeHead(isMetrics ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
        .end(isMetrics ? this.metrics.render() : '');
    });
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(metricsPort, host, resolve),
    ).catch((cause: unknown) => {
      throw new Error(`Port ${metricsPort} on ${host} (ROLLBOOK_METRICS_PORT) cannot be opened.`, { cause });
    });
    this.server = server;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
