import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databasePlace, MASTER_KEY_FILE } from '../../composition/config/config.ts';
import { closingOf, type LooseFile } from '../../composition/config/environment.ts';
import { exposedBy } from '../../composition/config/exposed-sandbox.ts';
import { storedHealth } from '../../composition/observability/stored-health.ts';
import type { Rooms } from '../../composition/rooms.ts';
import { readHealth } from '../../panel/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { Command, CommandContext } from '../line/command.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkAddress } from './check-address.ts';
import { checkMail } from './check-mail.ts';
import { checkReturns } from './check-returns.ts';
import { checkServer } from './check-server.ts';
import { checkSlips } from './check-slips.ts';
import { checkStatements } from './check-statements.ts';
import { type Finding, findingsAnswer } from './finding.ts';

const doctor: Command = {
  name: 'doctor',
  summary: 'confere ajustes, banco, endereço, relógio, disco, chave mestra e contas, e diz o que fazer',
  options: {},
  run: async (context) => {
    const rooms = await context.rooms();
    const findings = [
      settings(context),
      reach(context),
      ...context.looseFiles.map(looseFile),
      ...(await checkServer(rooms.database, context.config)),
      ...(await health(context, rooms)),
      masterKey(context),
      metrics(context),
      await checkAddress(context.config),
      await checkMail(context.config),
      await checkAccounts(rooms, context.config.mode),
      ...(await checkReturns(context.config)),
      ...(await checkSlips(rooms)),
      ...(await checkStatements(rooms, localTime(context.timeZone))),
    ];
    return findingsAnswer(findings);
  },
};

export const doctorCommands: readonly Command[] = [doctor];

/** They were read before: a wrong one stops every command with a line of its own. */
function settings({ config }: CommandContext): Finding {
  return {
    title: 'Ajustes',
    state: 'good',
    text: `${config.mode}, ${databasePlace(config)}, fuso ${config.timeZone}, pasta de dados ${config.dataDir}`,
    advice: null,
  };
}

/** A start warns of it too. */
function reach({ config }: CommandContext): Finding {
  const title = 'Alcance';
  if (config.mode === 'production') {
    return { title, state: 'good', text: 'produção, sem contas de demonstração', advice: null };
  }
  const settings = exposedBy(config);
  if (settings.length === 0) return { title, state: 'good', text: 'só esta máquina', advice: null };
  return {
    title,
    state: 'warn',
    text: `outros podem chegar a esta sandbox (${settings.join(', ')}), e todos conhecem as senhas e chaves dela`,
    advice:
      'Para vender, GUICHE_MODE=production; para testar, GUICHE_HOST=127.0.0.1 sem GUICHE_PUBLIC_URL, ou um firewall que só deixe entrar quem testa.',
  };
}

/** Of the sandbox: production refuses it. */
function looseFile(file: LooseFile): Finding {
  return {
    title: 'Arquivo de ajustes',
    state: 'warn',
    text: `${file.setting}: ${file.path} ${file.why}, que mudaria os ajustes do serviço`,
    advice: `Em produção o serviço não inicia assim. No servidor: ${closingOf(file)}.`,
  };
}

/** What the panel's "Saúde" says too. Which instances run is for the address to say: this is none of them. */
async function health({ config, timeZone }: CommandContext, rooms: Rooms): Promise<readonly Finding[]> {
  const { checks } = await readHealth({
    health: {
      instanceId: '',
      instances: async () => [],
      ...storedHealth(rooms, config.dataDir),
      postbacks: rooms.postbacks.backlog,
    },
    cases: rooms.cases,
    sales: rooms.sales,
    clock: rooms.clock,
    time: localTime(timeZone),
    mode: config.mode,
  });
  return checks
    .filter(({ key }) => key !== 'instances')
    .map(({ title, state, text, advice }) => ({ title, state, text, advice }));
}

/** In production nobody reads metrics without a token, not even on this machine. */
function metrics({ config: { mode, metricsToken } }: CommandContext): Finding {
  const title = 'Métricas';
  if (metricsToken) return { title, state: 'good', text: '/metrics pede o token', advice: null };
  if (mode === 'sandbox') return { title, state: 'good', text: 'abertas só a esta máquina', advice: null };
  return {
    title,
    state: 'info',
    text: '/metrics está fechado, porque não há um token',
    advice: 'Para o Prometheus, dê GUICHE_METRICS_TOKEN (openssl rand -hex 32) ao serviço e a ele.',
  };
}

/** That it opens this database was seen when the database was opened. */
function masterKey({ config }: CommandContext): Finding {
  const { length } = config.masterKeys;
  if (length > 1) {
    return {
      title: 'Chave mestra',
      state: 'warn',
      text: `${length} chaves: uma troca está em andamento`,
      advice: 'Depois que todas as instâncias reiniciaram, tire as antigas (docs/backup.md).',
    };
  }
  if (config.mode === 'production' && existsSync(join(config.dataDir, MASTER_KEY_FILE))) {
    return {
      title: 'Chave mestra',
      state: 'warn',
      text: 'há um arquivo master-key na pasta de dados, que vai junto em toda cópia dela',
      advice: 'Guarde a chave em outro lugar (GUICHE_MASTER_KEY_FILE) e apague esse arquivo.',
    };
  }
  return { title: 'Chave mestra', state: 'good', text: 'abre os segredos deste banco', advice: null };
}
