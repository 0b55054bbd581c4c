import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen, portOf } from '../support/receiver.ts';

const RULES = new URL('../../deploy/prometheus/guiche.rules.yml', import.meta.url);
const WAITS = /^( +for: ).*$/gm;

export interface Prometheus {
  /** Names of the alerts that fire now. */
  firing(): Promise<readonly string[]>;
  /** Names of all alerts in the rules. */
  readonly alerts: readonly string[];
  close(): Promise<void>;
}

/** A real Prometheus that scrapes these instances every three seconds, by the rules of `deploy/` with waits of two seconds. */
export async function startPrometheus(folder: string, addresses: readonly string[]): Promise<Prometheus> {
  const rules = (await readFile(fileURLToPath(RULES), 'utf8')).replace(WAITS, '$12s');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'rules.yml'), rules);
  const targets = addresses.map((address) => new URL(address).host);
  const config = {
    global: { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [{ job_name: 'guiche', static_configs: [{ targets }] }],
  };
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    alerts: [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name),
    firing: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => undefined);
      if (!answer?.ok) return [];
      const { data } = (await answer.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
