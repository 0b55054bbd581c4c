import { Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountDetail, OutcomeRates } from '../../../../../src/panel/acquirers/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { say } from '../../ui/feedback/said.tsx';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet, Split } from '../../ui/screens/sheet.tsx';
import { useKinds } from './account-form.tsx';
import { AccountPause } from './account-pause.tsx';
import { StandBadge, StandText } from './account-stand.tsx';
import { AccountTester } from './account-tester.tsx';
import styles from './acquirers.module.css';
import { SettingFields, type SettingValues, settingFields, settingList } from './setting-fields.tsx';

/** One account: its recent outcomes, a test, and its settings; secret settings are never shown. */
export function AccountScreen() {
  const { id } = useParams({ from: '/inside/adquirentes/$id' });
  const account = useQuery({
    queryKey: ['acquirer', id],
    queryFn: ({ signal }) => call('GET /acquirers/:id', { path: { id }, signal }),
    refetchOnWindowFocus: false,
  });
  if (account.error) return <ErrorNotice error={account.error} onRetry={() => account.refetch()} />;
  if (!account.data) return <Loading />;
  return <Account key={account.data.id} account={account.data} />;
}

function Account({ account }: { readonly account: AccountDetail }) {
  const mayWrite = useMay('platform.acquirers.write');
  return (
    <>
      <BackLink to="/adquirentes" label="Adquirentes" />
      <ScreenHead title={`${account.provider} de ${account.person.name}`}>
        <Button component={Link} to={`/adquirentes/${account.id}/taxas`} variant="default">
          Taxas
        </Button>
      </ScreenHead>
      <div className={styles.sheets}>
        <Sheet>
          <Section title="Conta">
            <Facts>
              <Fact
                label="Loja"
                value={
                  <Link to="/pessoas/$id" params={{ id: String(account.person.id) }}>
                    {account.person.name}
                  </Link>
                }
              />
              <Fact label="Padrão da loja" value={account.isDefault ? 'Sim' : 'Não'} />
              <Fact label="Quem responde" value={whoAnswers(account)} />
              {account.noticesUrl !== null && (
                <Fact
                  label={
                    account.pays === 'pix'
                      ? 'Onde o banco avisa os pagamentos'
                      : 'Endereço dos avisos da adquirente'
                  }
                  value={account.noticesUrl}
                />
              )}
            </Facts>
          </Section>
          {account.stand && (
            <Section title="Situação">
              <div className={styles.form}>
                <div>
                  <StandBadge stand={account.stand} />
                  <p className="soft">
                    <StandText stand={account.stand} />
                  </p>
                </div>
                {mayWrite && <AccountPause account={account} />}
              </div>
            </Section>
          )}
          <Split figures={ratesOf(account.rates)} />
          <Section title="Testar a conta">
            {mayWrite ? (
              <AccountTester id={account.id} pays={account.pays} />
            ) : (
              <p className="soft">Seu papel na equipe não permite testar.</p>
            )}
          </Section>
        </Sheet>
        {mayWrite && <AccountSettings account={account} />}
      </div>
    </>
  );
}

function whoAnswers({ live, pays }: AccountDetail): string {
  if (!live) return 'O simulador da sandbox';
  return pays === 'pix' ? 'O banco' : 'A adquirente';
}

function AccountSettings({ account }: { readonly account: AccountDetail }) {
  const kinds = useKinds();
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const [values, setValues] = useState<SettingValues>({});
  const [isDefault, setDefault] = useState(account.isDefault);
  const [removing, setRemoving] = useState(false);
  const kind = kinds.data?.items.find((one) => one.provider === account.provider);
  const save = useMutation({
    mutationFn: () =>
      withStepUp(() =>
        call('PATCH /acquirers/:id', {
          path: { id: account.id },
          body: { settings: settingList(values), isDefault },
        }),
      ),
    onSuccess: async (saved) => {
      setValues({});
      say('Salvo.');
      client.setQueryData(['acquirer', String(account.id)], saved);
      await client.invalidateQueries({ queryKey: ['acquirers'] });
    },
  });
  const { faultOf, general } = useFaults({
    values: { settings: values },
    fields: settingFields(kind),
    missing: {},
    save,
  });
  return (
    <Sheet>
      <Section title="Ajustes">
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          {kind && (
            <SettingFields
              kind={kind}
              values={values}
              onChange={setValues}
              faultOf={faultOf}
              stored={account.settings}
            />
          )}
          <Switch
            label="Padrão da loja"
            description="Usada quando a venda não informa a adquirente"
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          {general && <ErrorNotice error={general} />}
          <div className={styles.buttons}>
            <Button type="submit" loading={save.isPending}>
              Salvar ajustes
            </Button>
            <Button variant="subtle" color="var(--wrong)" onClick={() => setRemoving(true)}>
              Remover a conta
            </Button>
          </div>
        </form>
      </Section>
      {removing && <RemoveDialog account={account} onClose={() => setRemoving(false)} />}
    </Sheet>
  );
}

function RemoveDialog({
  account,
  onClose,
}: {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}) {
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => withStepUp(() => call('DELETE /acquirers/:id', { path: { id: account.id } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['acquirers'] });
      await navigate({ to: '/adquirentes' });
    },
  });
  return (
    <ConfirmDialog
      title={`Remover a conta ${account.provider}?`}
      verb="Remover"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Novas vendas não passam mais por ela. As que já foram feitas continuam sendo resolvidas.</p>
    </ConfirmDialog>
  );
}

function ratesOf({ sales, bounded, approved, denied, unknown, failed }: OutcomeRates) {
  const share = (count: number) => (sales === 0 ? '–' : `${Math.round((count / sales) * 100)} % (${count})`);
  return [
    [
      bounded ? `Aprovadas, das ${sales} vendas mais novas` : `Aprovadas em 7 dias, de ${sales}`,
      share(approved),
    ],
    ['Negadas', share(denied)],
    ['Sem resposta ou com falha', share(unknown + failed)],
  ] as const;
}
