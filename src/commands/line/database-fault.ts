import {
  type DatabaseFault,
  type DatabaseUnavailable,
  databaseFaultOf,
} from '../../platform/database/index.ts';

const SENTENCES: Readonly<Record<DatabaseFault, string>> = {
  password: 'o banco recusou o usuário ou a senha: confira os dois na URL, e o pg_hba.conf do servidor.',
  no_password:
    'o servidor pede uma senha e a URL não traz nenhuma: escreva postgres://USUÁRIO:SENHA@…, ou dê a URL num arquivo por GUICHE_DATABASE_URL_FILE.',
  database: 'não há banco com esse nome no servidor: crie-o (createdb), ou corrija o fim da URL.',
  certificate:
    'o certificado do servidor não foi aceito: dê a autoridade em sslrootcert, ou corrija o nome do servidor na URL.',
  tls: 'o servidor não oferece TLS: ative-o lá, ou use sslmode=disable se ninguém mais está no caminho.',
  name: 'não se conhece endereço para o nome do servidor: corrija-o na URL, ou o DNS desta máquina.',
  refused: 'ninguém responde nesse endereço e porta: confira os dois, e se o PostgreSQL está no ar.',
  standby: 'o servidor é uma réplica e não aceita escrita: nomeie também o principal na URL.',
  read_only:
    'o banco está só para leitura (default_transaction_read_only = on): desfaça com alter database BANCO set default_transaction_read_only = off, e o mesmo para o usuário.',
  rights:
    'o usuário não pode criar ou usar as tabelas do esquema: no servidor, grant usage, create on schema public to USUÁRIO; ou faça dele o dono do banco.',
  schema:
    'o usuário não tem esquema onde criar tabelas: crie-o (create schema), ou corrija o search_path do usuário ou do banco.',
  full: 'o servidor não tem conexões, memória ou disco de sobra: veja o log dele, e max_connections.',
  away: 'o banco de dados não responde.',
};

/** One line for the operator: which setting, what is wrong, what to do. */
export function databaseFault({ cause }: DatabaseUnavailable): string {
  return `GUICHE_DATABASE_URL: ${SENTENCES[databaseFaultOf(cause)]}`;
}
