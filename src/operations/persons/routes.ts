import Type from 'typebox';
import { BODY_LIMIT_BYTES, Refusal } from '../../platform/index.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { BODY_WITH_PHOTO_BYTES } from '../photos/index.ts';
import { preparePersonPhoto, type SavePersonOptions, savePerson } from './save.ts';
import { PersonBody, readPerson, registrationCode, SavedPersonRecord, writePerson } from './wire.ts';

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
  return [insert];
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
