ALTER TABLE "abrechnungslabel" ADD COLUMN "gone_at" bigint;--> statement-breakpoint
ALTER TABLE "plan_label" ADD COLUMN "gone_at" bigint;