import { PasswordInput, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';

/** One field takes the place of another: the focus goes with it. */
export function FactorField(props: {
  readonly way: 'code' | 'recoveryCode' | 'password';
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}) {
  const field = {
    'data-autofocus': true,
    value: props.typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => props.onTyped(event.currentTarget.value),
  };
  switch (props.way) {
    case 'password':
      return <PasswordInput label="Sua senha" autoComplete="current-password" {...field} />;
    case 'code':
      return (
        <TextInput
          mt="md"
          label="Código do aplicativo autenticador"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...field}
        />
      );
    case 'recoveryCode':
      return (
        <TextInput
          mt="md"
          label="Código de recuperação"
          description="Um dos que você guardou quando ativou o segundo fator. Cada um vale uma vez."
          autoComplete="off"
          autoFocus
          {...field}
        />
      );
  }
}
