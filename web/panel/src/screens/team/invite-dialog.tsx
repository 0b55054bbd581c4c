import { Button, Radio, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CallError, call } from '../../api/call.ts';
import type { HandedLink } from '../../session/link-dialog.tsx';
import { ROLE_NAMES, roleLabel } from '../../session/role-names.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';

/** Invites somebody with name, e-mail and role; the result is a link to hand over. */
export function InviteDialog(props: {
  readonly roles: readonly string[];
  readonly onClose: () => void;
  readonly onInvited: (link: HandedLink) => void;
}) {
  const withStepUp = useStepUp();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(props.roles.at(-1) ?? '');
  const invite = useMutation({
    mutationFn: () => withStepUp(() => call('POST /team', { body: { name, email, role } })),
    onSuccess: ({ link }) => props.onInvited(link),
  });
  const faultOf = (field: string) =>
    invite.error instanceof CallError && invite.error.field === field ? invite.error.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title="Convidar para a equipe">
      <form onSubmit={submit}>
        <TextInput
          label="Nome"
          required
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf('name')}
        />
        <TextInput
          mt="sm"
          label="E-mail"
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={faultOf('email')}
        />
        <Radio.Group mt="md" label="Papel" value={role} onChange={setRole}>
          {props.roles.map((one) => (
            <Radio key={one} mt="xs" value={one} label={roleLabel(one)} description={ROLE_NAMES[one]?.may} />
          ))}
        </Radio.Group>
        {invite.isError && !faultOf('name') && !faultOf('email') && <ErrorNotice error={invite.error} />}
        <Button type="submit" mt="lg" fullWidth loading={invite.isPending}>
          Criar convite
        </Button>
      </form>
    </Dialog>
  );
}
