import { sql } from 'kysely';
import type { Config } from '../../composition/config/config.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Finding } from './finding.ts';

/** The oldest PostgreSQL that still gets fixes. */
const OLDEST_VERSION = 14;

interface ServerRow {
  readonly version: string;
  readonly may_create: boolean;
  readonly tls: string | null;
  readonly local: boolean;
  readonly superuser: boolean;
}

/** Role, rights, version and encryption of a database server. Nothing for the embedded database. */
export async function checkServer(
  database: Database,
  { mode }: Pick<Config, 'mode'>,
): Promise<readonly Finding[]> {
  if (database.engine !== 'postgres') return [];
  const { rows } = await sql<ServerRow>`
    select current_setting('server_version') as version,
      has_schema_privilege(current_schema(), 'create') as may_create,
      (select s.version from pg_stat_ssl s where s.pid = pg_backend_pid() and s.ssl) as tls,
      coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as local,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`.execute(database.read());
  const [row] = rows;
  if (!row) throw new Error('the server told nothing of itself');
  return [version(row), role(row), encryption(row, mode)];
}

function version({ version: text }: ServerRow): Finding {
  const old = Number.parseInt(text, 10) < OLDEST_VERSION;
  return {
    title: 'Versão do PostgreSQL',
    state: old ? 'warn' : 'good',
    text,
    advice: old ? `Não recebe mais correções: passe à versão ${OLDEST_VERSION} ou mais nova.` : null,
  };
}

function role({ may_create, superuser }: ServerRow): Finding {
  const title = 'Direitos no banco';
  if (!may_create) {
    return {
      title,
      state: 'bad',
      text: 'o usuário não pode criar tabelas: a próxima versão não consegue migrar o banco',
      advice: 'No servidor: grant create on schema public to USUÁRIO; ou faça dele o dono do banco.',
    };
  }
  if (superuser) {
    return {
      title,
      state: 'warn',
      text: 'o usuário é superusuário, e o serviço não precisa disso',
      advice: 'Crie um usuário só para o Guichê, dono do banco dele.',
    };
  }
  return { title, state: 'good', text: 'os que o serviço precisa', advice: null };
}

function encryption({ tls, local }: ServerRow, mode: Config['mode']): Finding {
  const title = 'TLS até o banco';
  if (tls !== null) return { title, state: 'good', text: tls, advice: null };
  if (local) return { title, state: 'good', text: 'não há, e o servidor é esta máquina', advice: null };
  return {
    title,
    state: mode === 'production' ? 'warn' : 'info',
    text: 'não há, e o servidor é outra máquina',
    advice: 'Use sslmode=verify-full na URL, a não ser que ninguém mais esteja no caminho.',
  };
}
