ALTER TABLE "share" ADD COLUMN "step_reason" text;--> statement-breakpoint
ALTER TABLE "share_code" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "share_item" ADD COLUMN "said" text;