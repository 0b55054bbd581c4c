import type { Accounts } from '../../accounts/accounts.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { type SavedView, SavedViewBody, ViewsQuery } from './schema.ts';

/** Saved views of lists: filters and columns, of the user or of the team. */
export function viewRoutes({ accounts }: { readonly accounts: Accounts }): readonly AnyPanelRoute[] {
  const { views } = accounts;
  return [
    panelRoute({
      method: 'GET',
      path: '/views',
      access: 'session',
      query: ViewsQuery,
      run: async ({ visitor, query }) => {
        const of = ownerOf({ visitor });
        const items = await views.list({ ...of, screen: query.screen });
        return { items: items.map((view) => viewOf(view, of.userId)) };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/views',
      access: 'session',
      body: SavedViewBody,
      run: async (call) => {
        const of = ownerOf(call);
        const { screen, name, query, columns, shared } = call.body;
        const view = { screen, name, query: query ?? '', columns, shared };
        return viewOf(
          await views.save(of, view, (write, saved) => call.audit(write, `view:${saved.id}`)),
          of.userId,
        );
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/views/:id',
      access: 'session',
      run: async (call) => {
        await views.remove(ownerOf(call), call.params.id ?? '', (write, id) =>
          call.audit(write, `view:${id}`),
        );
        return null;
      },
    }),
  ];
}

function ownerOf({ visitor }: Pick<PanelCall<unknown, unknown>, 'visitor'>) {
  return { personId: visitor.person.id, userId: visitor.user.id };
}

function viewOf({ userId, ...view }: Omit<SavedView, 'own'> & { userId: number }, me: number): SavedView {
  return { ...view, columns: [...view.columns], own: userId === me };
}
