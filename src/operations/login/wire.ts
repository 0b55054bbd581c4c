import Type from 'typebox';
import { PASSWORD_MAX_CHARACTERS } from '../../accounts/logins/index.ts';
import { Text, UNSEARCHED } from '../../platform/http/index.ts';
import { MAX_TEXT_CHARACTERS } from '../interface/texts.ts';
import { OperatorRecord } from '../operators/index.ts';
import { ListedPerson } from '../persons/index.ts';

export const LoginBody = Type.Object({
  cpfCnpj: Text({
    maxLength: MAX_TEXT_CHARACTERS,
    [UNSEARCHED]: 'login',
    description: 'Com ou sem pontuação',
    examples: ['11144477735'],
  }),
  senha: Text({
    maxLength: PASSWORD_MAX_CHARACTERS,
    examples: ['guiche-vendedor'],
    [UNSEARCHED]: 'password',
  }),
  operador: Type.Optional(
    Text({
      maxLength: MAX_TEXT_CHARACTERS,
      [UNSEARCHED]: 'login',
      description: 'Login de um operador da pessoa, com a senha dele; ausente ou vazio: a própria pessoa',
    }),
  ),
});

/** Whom a key acts for. */
export const KeyAnswer = Type.Object({
  pessoa: ListedPerson,
  operador: Type.Union([OperatorRecord, Type.Null()]),
});

export const LoginAnswer = Type.Object({
  ...KeyAnswer.properties,
  android: Type.Null(),
  ios: Type.Null(),
  app: Type.Null(),
});

/** Versions of the original service's own apps, which this one does not have: strict clients read the members. */
export const NO_APPS = { android: null, ios: null, app: null } as const;
