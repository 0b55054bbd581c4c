import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { type HealthDependencies, readHealth } from './read-health.ts';

/** The health of the service, for the platform's operator. */
export function healthRoutes(dependencies: HealthDependencies): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/health',
      access: 'platform.health.read',
      passive: true,
      run: () => readHealth(dependencies),
    }),
  ];
}
