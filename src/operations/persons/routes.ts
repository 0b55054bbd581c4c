import Type from 'typebox';
import type { KeyHolder } from '../../accounts/credentials/index.ts';
import { BODY_LIMIT_BYTES } from '../../platform/http/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { actingPerson } from '../interface/acting-person.ts';
import { longList } from '../interface/long-list.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { missingParameter, operationRefuse } from '../interface/refusals.ts';
import { Line } from '../interface/texts.ts';
import { BODY_WITH_PHOTO_BYTES } from '../photos/index.ts';
import { preparePersonPhoto, type SavePersonOptions, savePerson } from './save.ts';
import {
  ListedPerson,
  PersonBody,
  readPerson,
  registrationCode,
  SavedPersonRecord,
  writeListedPerson,
  writePerson,
} from './wire.ts';

export function personOperations(options: SavePersonOptions): readonly Operation[] {
  const insert = operation({
    set: 'Pessoa',
    method: 'Insert',
    verbs: ['POST'],
    summary: 'Cria uma pessoa, que aguarda ativação, ou edita a do id enviado',
    key: 'optional',
    forPerson: false,
    wrapper: 'pessoa',
    body: PersonBody,
    answer: Type.Object({ pessoa: SavedPersonRecord }),
    withData: false,
    audited: true,
    bodyLimitBytes: BODY_WITH_PHOTO_BYTES,
    keylessBodyLimitBytes: BODY_LIMIT_BYTES,
    admit: ({ holder, address }) => {
      if (!holder || holder.role === 'seller') options.accounts.countRegistration(address);
    },
    prepare: async ({ holder, body, address, sender }) => {
      const request = { sent: readPerson(body), holder, code: registrationCode(body), address };
      const photo = await withRequestFields(() =>
        preparePersonPhoto(options, request, { photo: body.foto, sender }),
      );
      return { request, photo };
    },
    run: async ({ written }, { request, photo }) => {
      const { person, code } = await withRequestFields(() => savePerson(options, request, photo, written));
      const pessoa = writePerson(person);
      // The code is a secret that is returned only here: without it the person could not be edited any more.
      return { pessoa: code ? { ...pessoa, codigoCadastro: code.reveal() } : pessoa };
    },
  });
  return [insert, byId(options), byText(options), all(options)];
}

const read = {
  set: 'Pessoa',
  verbs: ['GET', 'POST'],
  key: 'required',
  withData: true,
  audited: false,
} as const;
const several = Type.Object({ pessoas: Type.Array(ListedPerson) });

function byId({ accounts, photos }: SavePersonOptions): Operation {
  return operation({
    ...read,
    method: 'GetById',
    summary: 'Consulta uma pessoa; sem pessoaId, a da chave',
    forPerson: true,
    answer: Type.Object({ pessoa: ListedPerson }),
    run: async ({ personId }) => ({
      pessoa: writeListedPerson(await actingPerson(accounts, personId), {
        key: null,
        thumbnailUrl: photos.thumbnailUrl,
      }),
    }),
  });
}

function byText(options: SavePersonOptions): Operation {
  const parameters = Type.Object({
    nome: Type.Optional(Line({ description: 'CPF ou CNPJ, ou parte do nome', examples: ['11144477735'] })),
    cpfCnpj: Type.Optional(Line({ description: 'O mesmo que nome' })),
  });
  return operation({
    ...read,
    method: 'GetByNomeCpfCnpj',
    summary: 'Lista as pessoas com um documento ou um nome, entre as que a chave representa',
    forPerson: false,
    query: parameters,
    body: parameters,
    answer: several,
    run: async ({ holder, query, body }) => {
      const text = (query.nome ?? query.cpfCnpj ?? body.nome ?? body.cpfCnpj)?.trim();
      if (!text) throw missingParameter('nome');
      return personsAnswer(options, holder, text);
    },
  });
}

function all(options: SavePersonOptions): Operation {
  return operation({
    ...read,
    method: 'GetAll',
    summary: 'Lista as pessoas que a chave representa: a própria, as que criou, ou todas',
    forPerson: false,
    answer: several,
    run: async ({ holder }) => personsAnswer(options, holder, undefined),
  });
}

function personsAnswer(
  { accounts, photos }: SavePersonOptions,
  holder: KeyHolder | undefined,
  text: string | undefined,
): object {
  if (!holder) throw new Error('persons are listed for the holder of a key');
  return {
    pessoas: longList(
      (page) => accounts.reachablePersons(holder, { ...page, text }),
      (person) => writeListedPerson(person, { key: null, thumbnailUrl: photos.thumbnailUrl }),
    ),
  };
}

/** Renames the field of a refusal to the field of the request. */
async function withRequestFields<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'document_invalid') throw error;
    throw operationRefuse('value_invalid', {
      field: 'cpfCnpj',
      message: 'O campo cpfCnpj deve ser um CPF ou CNPJ válido.',
    });
  }
}
