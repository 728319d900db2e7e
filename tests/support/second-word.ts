/** Two administrators of the vendor: what one asks for, the other approves. */
import type { VendorRequests } from '../../shared/vendor/contract/request.schema.ts';
import type { Answer, Bearer, TestApp } from './in-process.ts';
import { addVendor, login, stepUp } from './practice.ts';

export class Administrators {
  first!: Bearer & { userId: string };
  second!: Bearer & { userId: string };
  support!: Bearer & { userId: string };
  readonly t: TestApp;
  constructor(t: TestApp) {
    this.t = t;
  }

  static async of(t: TestApp): Promise<Administrators> {
    const made = new Administrators(t);
    await addVendor(t);
    await addVendor(t, 'zwei');
    await made.signIn();
    return made;
  }
  /** Signs both in again after the clock moved. */
  async signIn(): Promise<void> {
    this.first = await login(this.t, 'administrator@molar.test');
    this.second = await login(this.t, 'administrator@zwei.test');
    this.support = await login(this.t, 'support@molar.test');
    for (const one of [this.first, this.second]) await stepUp(this.t, one);
  }
  get(path: string, as: Bearer = this.first): Promise<Answer> {
    return this.t.call(path, { as });
  }
  post(path: string, json: unknown, as: Bearer = this.first): Promise<Answer> {
    return this.t.call(path, { as, method: 'POST', json });
  }
  async requests(): Promise<VendorRequests['items']> {
    return ((await this.get('/admin/requests')).json as VendorRequests).items;
  }
  /** The second one approves what is open, and its effect is brought about. */
  async approve(more: object = {}): Promise<Answer> {
    const open = (await this.requests()).find(({ state }) => state === 'open');
    if (!open) throw new Error('no request is open');
    const answer = await this.post(`/admin/requests/${open.id}/approve`, more, this.second);
    await this.t.runJobs();
    return answer;
  }
}
