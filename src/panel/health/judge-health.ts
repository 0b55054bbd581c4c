import { counted } from '../../platform/text/number-text.ts';
import type { AcquirerFacts, HealthFacts } from './health-facts.ts';
import { bytesText, durationText, jobTitle } from './health-words.ts';
import { judgeCardAccounts } from './judge-accounts.ts';
import { type Judged, judgeCertificates, judgeNotices } from './judge-banks.ts';
import type { AcquirerHealthRow, HealthCheck, HealthState } from './schema.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A job counts as stopped after this many of its intervals without a run, but not before this time. */
const MISSED_RUNS = 3;
const LEAST_LATE_MS = 10 * MINUTE_MS;
/** An acquirer with fewer unanswered sales than this is not judged. */
const LEAST_UNANSWERED = 3;
const UNANSWERED_SHARE = { warn: 0.05, bad: 0.25 };
const POSTBACK_AGE = { warn: HOUR_MS, bad: DAY_MS };
const RECOVERY_LATE_MS = 10 * MINUTE_MS;
/** A daily copy, with two hours to be made. */
const BACKUP_AGE = { warn: 26 * HOUR_MS, bad: 7 * DAY_MS };
const DISK_FREE = { warn: { bytes: 5e9, share: 0.15 }, bad: { bytes: 1e9, share: 0.05 } };
const CLOCK_APART = { warn: 2_000, bad: 30_000 };
const SLOW_DATABASE_MS = 500;
const CONNECTIONS_SHARE = 0.9;

/** Judges each part of the service and advises what to do about problems. Pure. */
export function judgeHealth(facts: HealthFacts): readonly HealthCheck[] {
  const check = (key: HealthCheck['key'], title: string, judged: Judged): HealthCheck => ({
    key,
    title,
    advice: null,
    link: null,
    ...judged,
  });
  return [
    check('instances', 'Instâncias', judgeInstances(facts)),
    check('database', 'Banco de dados', judgeDatabase(facts)),
    check('jobs', 'Tarefas', judgeJobs(facts)),
    check('acquirers', 'Adquirentes', judgeAcquirers(facts)),
    ...(facts.cardAccounts.length > 0
      ? [check('card_accounts', 'Contas de cartão', judgeCardAccounts(facts))]
      : []),
    ...(facts.certificates.length > 0
      ? [check('certificates', 'Certificados de bancos', judgeCertificates(facts))]
      : []),
    ...(facts.notices.length > 0 ? [check('bank_notices', 'Avisos de bancos', judgeNotices(facts))] : []),
    check('recovery', 'Vendas em verificação', judgeRecovery(facts)),
    check('postbacks', 'Fila de avisos', judgePostbacks(facts)),
    check('backup', 'Cópia de segurança', judgeBackup(facts)),
    check('disk', 'Disco', judgeDisk(facts)),
    check('clock', 'Relógio', judgeClock(facts)),
  ];
}

const WORST_FIRST: readonly HealthState[] = ['bad', 'warn'];

/** The worst state; checks that cannot be judged do not count. */
export function worstState(checks: readonly HealthCheck[]): HealthState {
  return WORST_FIRST.find((wanted) => checks.some(({ state }) => state === wanted)) ?? 'good';
}

function judgeInstances({ instances }: HealthFacts): Judged {
  const alive = instances.filter((one) => one.alive);
  const dead = instances.filter((one) => !one.alive);
  const versions = [...new Set(alive.map(({ version }) => version || 'desconhecida'))];
  const serving = `${counted(alive.length, 'instância')} atendendo`;
  if (versions.length > 1) {
    return {
      state: 'warn',
      text: `${serving}, em versões diferentes: ${versions.join(' e ')}`,
      advice: 'É normal durante uma troca de versão. Depois dela, atualize as que ficaram para trás.',
    };
  }
  const [silent] = dead.toSorted((one, other) => one.silentMs - other.silentMs);
  if (silent && silent.silentMs < HOUR_MS) {
    return {
      state: 'warn',
      text: `${serving}; ${silent.host ?? silent.id} parou de repente há ${durationText(silent.silentMs)}`,
      advice:
        'Veja o log dessa máquina. O que ela tinha em andamento já passou para as outras: nada se perdeu.',
    };
  }
  return { state: 'good', text: `${serving}, versão ${versions[0] ?? 'desconhecida'}` };
}

function judgeDatabase({ database }: HealthFacts): Judged {
  const { engine, version, bytes, answeredInMs, connections } = database;
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const text = `${name} ${version}, ${bytesText(bytes)}, responde em ${Math.max(1, Math.round(answeredInMs))} ms`;
  if (connections && connections.used >= connections.most * CONNECTIONS_SHARE) {
    return {
      state: 'bad',
      text: `${text}; ${connections.used} de ${connections.most} conexões em uso`,
      advice:
        'Feche o que mais usa este servidor, ou aumente max_connections: sem conexão livre as vendas param.',
    };
  }
  if (answeredInMs >= SLOW_DATABASE_MS) {
    return {
      state: 'warn',
      text,
      advice: 'Está lento: veja processador e disco desta máquina e o que mais roda nela.',
    };
  }
  return {
    state: 'good',
    text: connections ? `${text}, ${connections.used} de ${connections.most} conexões` : text,
  };
}

/** Whether a job's last run failed, or its next run is overdue. While no instance ran, no job is. */
export function isJobBad(
  { error, endedAt, everyMs }: HealthFacts['jobs'][number],
  { instances, database }: Pick<HealthFacts, 'instances' | 'database'>,
): boolean {
  if (error !== undefined) return true;
  const runningSince = Math.min(
    ...instances.filter(({ alive }) => alive).map(({ startedAt }) => startedAt),
    database.now,
  );
  const expectedSince = Math.max(endedAt, runningSince);
  return database.now - expectedSince > Math.max(LEAST_LATE_MS, everyMs * MISSED_RUNS);
}

function judgeJobs({ jobs, ...facts }: HealthFacts): Judged {
  const bad = jobs.filter((job) => isJobBad(job, facts));
  const [first] = bad;
  if (!first) {
    if (jobs.length === 0) return { state: 'info', text: 'Nenhuma rodou ainda' };
    return { state: 'good', text: `${counted(jobs.length, 'tarefa')}, todas em dia` };
  }
  const names = bad.map(({ name }) => `“${jobTitle(name)}”`).join(', ');
  return {
    state: 'bad',
    text: first.error === undefined ? `Não roda como devia: ${names}` : `Falhou: ${names}`,
    advice:
      'Veja o erro na lista abaixo e no log da instância. A tarefa tenta de novo sozinha; se o erro ficar, ' +
      'reinicie a instância e procure por “job failed” no log.',
  };
}

/** The state of an acquirer, by its newest sales. */
export function acquirerState({ sales, unanswered }: AcquirerFacts): AcquirerHealthRow['state'] {
  if (unanswered < LEAST_UNANSWERED) return 'good';
  const share = unanswered / sales;
  if (share >= UNANSWERED_SHARE.bad) return 'bad';
  return share >= UNANSWERED_SHARE.warn ? 'warn' : 'good';
}

function judgeAcquirers({ acquirers }: HealthFacts): Judged {
  if (acquirers.length === 0) return { state: 'info', text: 'Nenhuma venda desde ontem' };
  const troubled = acquirers.filter((one) => acquirerState(one) !== 'good');
  if (troubled.length === 0) {
    return { state: 'good', text: `${acquirers.map(({ provider }) => provider).join(', ')}: respondem` };
  }
  return {
    state: troubled.some((one) => acquirerState(one) === 'bad') ? 'bad' : 'warn',
    text: troubled
      .map(({ provider, unanswered, sales }) => `${provider}: ${unanswered} de ${sales} vendas sem resposta`)
      .join('; '),
    advice:
      'Teste a conta e veja a página de estado da adquirente. Nada é cobrado duas vezes: o Guichê descobre ' +
      'sozinho o que houve com cada venda.',
    link: { to: '/adquirentes', label: 'Testar as contas' },
  };
}

function judgeRecovery({ recovery: { open, manual, oldestDueAt }, now }: HealthFacts): Judged {
  if (manual > 0) {
    return {
      state: 'warn',
      text: `${counted(manual, 'caso')} que só uma pessoa resolve; ${open} em andamento`,
      advice: 'Pergunte à adquirente e encerre cada caso com a resposta.',
      link: { to: '/precisa-de-atencao', label: 'Precisa de atenção' },
    };
  }
  const lateMs = oldestDueAt === undefined ? 0 : now - oldestDueAt;
  if (lateMs > RECOVERY_LATE_MS) {
    return {
      state: 'bad',
      text: `${open} em andamento, a mais atrasada há ${durationText(lateMs)}`,
      advice: 'A recuperação não dá conta: veja a tarefa na lista abaixo e se a adquirente responde.',
    };
  }
  return { state: 'good', text: open === 0 ? 'Nenhuma em aberto' : `${open} em andamento` };
}

function judgePostbacks({ postbacks: { waiting, oldestAt }, now }: HealthFacts): Judged {
  const ageMs = oldestAt === undefined ? 0 : now - oldestAt;
  if (waiting === 0 || oldestAt === undefined) return { state: 'good', text: 'Nenhum aviso espera' };
  const text = `${counted(waiting, 'aviso')} ${waiting === 1 ? 'espera' : 'esperam'}, o mais antigo há ${durationText(ageMs)}`;
  if (ageMs < POSTBACK_AGE.warn) return { state: 'good', text };
  return {
    state: ageMs < POSTBACK_AGE.bad ? 'warn' : 'bad',
    text,
    advice:
      'Quase sempre é o endereço de uma loja que não responde: veja qual em Avisos e fale com ela. O Guichê segue tentando.',
    link: { to: '/avisos', label: 'Ver os avisos' },
  };
}

function judgeBackup({ backup, database, production, now }: HealthFacts): Judged {
  if (database.archive) return judgeArchive(database.archive, now);
  if (!backup) {
    return {
      state: production ? 'bad' : 'info',
      text: 'Nenhuma cópia foi feita ainda',
      advice: 'Agende o comando “guiche backup --to PASTA” para todo dia, em outro disco (docs/backup.md).',
    };
  }
  const ageMs = now - backup.at;
  const text = `A última foi há ${durationText(Math.max(0, ageMs))}: ${bytesText(backup.databaseBytes)} e ${counted(backup.files, 'arquivo')}`;
  if (ageMs < BACKUP_AGE.warn || !production) return { state: 'good', text };
  return {
    state: ageMs < BACKUP_AGE.bad ? 'warn' : 'bad',
    text,
    advice: 'A cópia diária parou: veja o agendamento de “guiche backup” e o espaço no disco de destino.',
  };
}

function judgeArchive(
  { on, lastAt, failedAt }: NonNullable<HealthFacts['database']['archive']>,
  now: number,
): Judged {
  if (!on) {
    return {
      state: 'info',
      text: 'Feita pelas ferramentas do PostgreSQL: o Guichê não a vê',
      advice: 'Confira nelas quando foi a última, e se já restaurou uma (docs/backup.md).',
    };
  }
  if (failedAt !== undefined && failedAt > (lastAt ?? 0)) {
    return {
      state: 'bad',
      text: `O arquivamento do PostgreSQL falha desde há ${durationText(now - failedAt)}`,
      advice: 'Veja archive_command no log do PostgreSQL: enquanto falha, o disco dele enche.',
    };
  }
  if (lastAt === undefined) {
    return { state: 'info', text: 'O PostgreSQL arquiva, e ainda não arquivou nada' };
  }
  return { state: 'good', text: `O PostgreSQL arquivou pela última vez há ${durationText(now - lastAt)}` };
}

function judgeDisk({ disk: { freeBytes, totalBytes } }: HealthFacts): Judged {
  const text = `${bytesText(freeBytes)} livres de ${bytesText(totalBytes)}`;
  const below = ({ bytes, share }: typeof DISK_FREE.warn) =>
    freeBytes < Math.min(bytes, totalBytes * share * 2) || freeBytes < totalBytes * share;
  if (!below(DISK_FREE.warn)) return { state: 'good', text };
  const bad = below(DISK_FREE.bad);
  return {
    state: bad ? 'bad' : 'warn',
    text,
    advice: bad
      ? 'Libere espaço já: com o disco cheio nenhuma venda é aceita.'
      : 'Aumente o disco ou apague cópias antigas antes que ele encha.',
  };
}

function judgeClock({ database: { clockAheadMs, engine } }: HealthFacts): Judged {
  if (engine === 'sqlite') return { state: 'good', text: 'O mesmo do banco, que está nesta máquina' };
  const apart = Math.abs(clockAheadMs);
  if (apart < CLOCK_APART.warn) return { state: 'good', text: 'Igual ao do banco' };
  return {
    state: apart < CLOCK_APART.bad ? 'warn' : 'bad',
    text: `${durationText(apart)} ${clockAheadMs > 0 ? 'adiantado em relação ao' : 'atrás do'} banco`,
    advice: 'Acerte as duas máquinas por NTP: todas as datas e prazos são do relógio do banco.',
  };
}
