ALTER TABLE "contract" ADD COLUMN "net_cents" bigint;--> statement-breakpoint
ALTER TABLE "contract_act" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "contract_act" ADD COLUMN "failed_at" bigint;--> statement-breakpoint
ALTER TABLE "contract_act" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "payment_change" ADD COLUMN "act_id" text;--> statement-breakpoint
ALTER TABLE "vendor_request" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "contract_act_link" ON "contract_act" USING btree ("link_hash");