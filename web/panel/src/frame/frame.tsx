import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useActAs, useActing } from '../api/acting.ts';
import { FactorResetNotice } from '../session/factor-reset.tsx';
import { IdleWatch } from '../session/idle-watch.tsx';
import { useMe } from '../session/session.ts';
import { StepUpProvider } from '../session/step-up.tsx';
import icon from '../theme/icon.svg';
import { Said } from '../ui/feedback/said.tsx';
import { Icon } from '../ui/text/icon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { FindSale } from './find-sale.tsx';
import styles from './frame.module.css';
import { LiveNotice } from './live-notice.tsx';
import { useAttention } from './use-attention.ts';
import { useMenu } from './use-menu.ts';

/** What lies below these is another entry of the menu. */
const OWN_PAGES_BELOW: readonly string[] = ['/caixa'];

/** Menu, top bar and the screen between them. */
export function Frame() {
  const { mode } = useMe();
  const [menuOpen, setMenuOpen] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phone's menu closes when the screen changes
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <>
      <a className={styles.skip} href="#conteudo">
        Ir para o conteúdo
      </a>
      <div className={styles.shell}>
        <Menu open={menuOpen} onClose={() => setMenuOpen(false)} />
        <div>
          <header className={styles.top}>
            <button
              type="button"
              className={`${styles.phone} ${styles.menu}`}
              aria-expanded={menuOpen}
              onClick={() => setMenuOpen(true)}
            >
              <Icon name="menu" />
              <span className="visually-hidden">Menu</span>
            </button>
            <strong className={styles.phone}>Guichê</strong>
            <FindSale />
            {mode === 'sandbox' && (
              <span className={styles.sandbox}>
                <Icon name="warning" size={15} />
                Testes
              </span>
            )}
            <AccountMenu />
          </header>
          <main className={styles.main} id="conteudo" tabIndex={-1}>
            <StepUpProvider>
              <FactorResetNotice />
              <ActingNotice />
              <Outlet />
              <IdleWatch />
              <LiveNotice />
              <Said />
            </StepUpProvider>
          </main>
        </div>
      </div>
    </>
  );
}

/** The selected shop, for users who may access several. */
function ActingNotice() {
  const acting = useActing();
  const actAs = useActAs();
  const navigate = useNavigate();
  if (!acting) return null;
  return (
    <div className={styles.acting} role="status">
      <span>
        Você está na loja <b>{acting.name}</b>
      </span>
      <button
        type="button"
        onClick={async () => {
          actAs(undefined);
          await navigate({ to: '/pessoas/$id', params: { id: String(acting.id) } });
        }}
      >
        Sair da loja
      </button>
    </div>
  );
}

function Menu({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { person } = useMe();
  const { data } = useAttention();
  const waiting = {
    attention: (data?.sales ?? 0) + (data?.tillSales ?? 0),
    activations: data?.waiting ?? 0,
  };
  const groups = useMenu();
  return (
    <nav className={`${styles.side} ${open ? styles.open : ''}`} aria-label="Principal">
      <div className={styles.brand}>
        <img src={icon} alt="" />
        Guichê
      </div>
      <button type="button" className={styles.close} onClick={onClose}>
        <Icon name="cross" />
        <span className="visually-hidden">Fechar o menu</span>
      </button>
      {groups.map(({ title, entries }) => (
        <div key={title ?? entries[0]?.to}>
          {title !== undefined && <h2 className={styles.group}>{title}</h2>}
          {entries.map(({ to, label, ofIntegrator, icon: name, counts }) => (
            <Link
              key={to}
              to={to}
              className={styles.link}
              activeOptions={{ exact: OWN_PAGES_BELOW.includes(to) }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon name={name} />
              {person.kind === 'integrator' ? (ofIntegrator ?? label) : label}
              {counts && waiting[counts] > 0 && <span className={styles.count}>{waiting[counts]}</span>}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
