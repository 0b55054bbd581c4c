import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef } from 'react';
import { CallError, call } from '../../api/call.ts';
import { useMe } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PASSWORD_RULES } from '../../ui/forms/password-rules.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { documentText } from '../../ui/text/document-text.ts';
import styles from './security.module.css';

const EMPTY = { current: '', password: '', again: '' };
const VISIBILITY = { 'aria-label': 'Mostrar a senha' };

/** Changes the own password; the one in use is typed too. */
export function ChangePassword() {
  const { user, person } = useMe();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { values, text, set } = useFields(EMPTY);
  const change = useMutation({
    mutationFn: () => {
      const { current, password } = values;
      return call('POST /security/password', { body: { current, password } });
    },
    onSuccess: async () => {
      for (const name of ['current', 'password', 'again'] as const) set(name, '');
      await client.invalidateQueries({ queryKey: ['security', 'sessions'] });
    },
  });
  const faults = faultsOf(change.error, values);
  const wrong = faults.current !== undefined ? 'current' : faults.shown ? 'password' : undefined;
  useLayoutEffect(() => {
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>(`input[name="${wrong}"]`)?.focus();
  }, [wrong]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (values.current !== '' && values.password !== '' && values.again === values.password) change.mutate();
  };
  return (
    <form ref={form} className={styles.password} onSubmit={submit}>
      {change.isSuccess && (
        <Notice tone="good">Senha trocada. As suas outras sessões foram encerradas.</Notice>
      )}
      {change.error && !faults.shown && <ErrorNotice error={change.error} />}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={user.email ?? documentText(person.document)}
        readOnly
        hidden
      />
      <PasswordInput
        label="Senha atual"
        name="current"
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...text('current')}
        error={faults.current}
        visibilityToggleButtonProps={VISIBILITY}
      />
      <PasswordInput
        label="Nova senha"
        name="password"
        description={PASSWORD_RULES}
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...text('password')}
        error={faults.password}
        visibilityToggleButtonProps={VISIBILITY}
      />
      <PasswordInput
        label="Repita a nova senha"
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...text('again')}
        error={faults.again}
        visibilityToggleButtonProps={VISIBILITY}
      />
      <div>
        <Button type="submit" loading={change.isPending}>
          Trocar a senha
        </Button>
      </div>
    </form>
  );
}

/** Which field shows what; a password that is unfit is the new one. */
function faultsOf(error: Error | null, { password, again }: typeof EMPTY) {
  const refusal = error instanceof CallError ? error : undefined;
  const current = refusal?.field === 'current' ? refusal.message : undefined;
  const unfit = refusal?.code.startsWith('password_') ? refusal.message : undefined;
  return {
    current,
    password: unfit,
    again: again !== '' && again !== password ? 'As senhas são diferentes.' : undefined,
    shown: current !== undefined || unfit !== undefined,
  };
}
