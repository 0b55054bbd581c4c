import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Member } from '../../../../../src/panel/team/schema.ts';
import { type AnswerOf, call } from '../../api/call.ts';
import { type HandedLink, LinkDialog } from '../../session/link-dialog.tsx';
import { RemoveFactorDialog } from '../../session/remove-factor-dialog.tsx';
import { roleLabel } from '../../session/role-names.ts';
import { useFormats, useMay, useMe } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import styles from './team.module.css';

const STATES = {
  active: { label: 'Ativo', tone: 'good', icon: 'check' },
  invited: { label: 'Convidado', tone: 'wait', icon: 'clock' },
  ended: { label: 'Encerrado', tone: 'idle', icon: 'cross' },
} as const;

/** The team of this shop and their roles. */
export function TeamScreen() {
  const mayWrite = useMay('team.write');
  const { user } = useMe();
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<HandedLink>();
  const [losing, setLosing] = useState<Member>();
  const [ending, setEnding] = useState<Member>();
  const team = usePages<Member, AnswerOf<'GET /team'>>(['team'], (page, signal) =>
    call('GET /team', { query: page, signal }),
  );
  const refresh = () => client.invalidateQueries({ queryKey: ['team'] });
  const renew = useMutation({
    mutationFn: (id: number) => withStepUp(() => call('POST /team/:id/link', { path: { id } })),
    onSuccess: setLink,
  });
  const mayChange = (member: Member) =>
    mayWrite && !member.owner && member.id !== user.id && member.state !== 'ended';
  const loseFactor = (member: Member) =>
    mayChange(member) && member.secondFactor ? (
      <Button variant="subtle" size="compact-sm" onClick={() => setLosing(member)}>
        Remover<span className="visually-hidden"> segundo fator de {member.name}</span>
      </Button>
    ) : null;
  const actions = (member: Member) =>
    mayChange(member) ? (
      <div className={styles.actions}>
        <Button variant="subtle" size="compact-sm" onClick={() => renew.mutate(member.id)}>
          Novo link
        </Button>
        <Button variant="subtle" size="compact-sm" color="var(--wrong)" onClick={() => setEnding(member)}>
          Encerrar acesso
        </Button>
      </div>
    ) : null;
  const columns = useColumns({ loseFactor, actions });
  return (
    <>
      <ScreenHead title="Equipe">
        {mayWrite && (
          <Button
            leftSection={<Icon name="plus" />}
            disabled={team.first === undefined}
            onClick={() => setInviting(true)}
          >
            Convidar
          </Button>
        )}
      </ScreenHead>
      {renew.error && <ErrorNotice error={renew.error} />}
      <DataList<Member>
        caption="Equipe"
        columns={columns}
        rows={team.rows}
        rowKey={({ id }) => String(id)}
        card={(member) => <Card member={member} loseFactor={loseFactor} actions={actions} />}
        error={team.error}
        onRetry={team.onRetry}
        more={team.more}
        empty="Ninguém na equipe ainda."
      />
      {inviting && team.first && (
        <InviteDialog
          roles={team.first.roles}
          onClose={() => setInviting(false)}
          onInvited={(made) => {
            setInviting(false);
            setLink(made);
            refresh();
          }}
        />
      )}
      {losing && (
        <RemoveFactorDialog
          name={losing.name}
          remove={() => call('DELETE /team/:id/second-factor', { path: { id: losing.id } })}
          onRemoved={refresh}
          onClose={() => setLosing(undefined)}
        />
      )}
      {ending && <EndAccess member={ending} onEnded={refresh} onClose={() => setEnding(undefined)} />}
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  );
}

function EndAccess(props: {
  readonly member: Member;
  readonly onEnded: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { id, name } = props.member;
  const withStepUp = useStepUp();
  const end = useMutation({
    mutationFn: () => withStepUp(() => call('DELETE /team/:id', { path: { id } })),
    onSuccess: () => {
      props.onClose();
      return props.onEnded();
    },
  });
  return (
    <ConfirmDialog
      title={`Encerrar o acesso de ${name}?`}
      verb="Encerrar acesso"
      pending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={props.onClose}
    >
      <p>As sessões e os links de {name} deixam de valer agora. O que fez continua no histórico.</p>
    </ConfirmDialog>
  );
}

/** What may be done with a member, null where it may not. */
interface MemberActions {
  readonly loseFactor: (member: Member) => ReactNode;
  readonly actions: (member: Member) => ReactNode;
}

function useColumns({ loseFactor, actions }: MemberActions): readonly ListColumn<Member>[] {
  const { short } = useFormats();
  return [
    { id: 'name', header: 'Nome', cell: ({ row }) => <b>{row.original.name}</b> },
    {
      id: 'email',
      header: 'E-mail',
      cell: ({ row }) => row.original.email ?? <span className="soft">por CPF ou CNPJ</span>,
    },
    { id: 'role', header: 'Papel', cell: ({ row }) => roleLabel(row.original.role) },
    { id: 'state', header: 'Situação', cell: ({ row }) => <Badge {...STATES[row.original.state]} /> },
    {
      id: 'secondFactor',
      header: 'Segundo fator',
      cell: ({ row }) => (
        <div className={styles.factor}>
          {row.original.secondFactor ? 'Ativo' : 'Não ativado'}
          {loseFactor(row.original)}
        </div>
      ),
    },
    {
      id: 'lastLoginAt',
      header: 'Último acesso',
      cell: ({ row }) => (row.original.lastLoginAt ? short(row.original.lastLoginAt) : '–'),
    },
    {
      id: 'actions',
      header: () => <span className="visually-hidden">Ações</span>,
      cell: ({ row }) => actions(row.original),
    },
  ];
}

function Card({ member, loseFactor, actions }: MemberActions & { readonly member: Member }) {
  return (
    <div style={{ padding: '10px 14px' }}>
      <b>{member.name}</b> <Badge {...STATES[member.state]} />
      <p className="soft">{[member.email, roleLabel(member.role)].filter(Boolean).join(' · ')}</p>
      {member.secondFactor && <div className={styles.factor}>Segundo fator ativo{loseFactor(member)}</div>}
      {actions(member)}
    </div>
  );
}
