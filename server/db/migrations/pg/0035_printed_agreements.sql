ALTER TABLE "printed_paper" ADD COLUMN "by_name" text;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "data" jsonb;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "risk_cents" integer;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "back_at" bigint;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "back_by_name" text;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "filed_at" bigint;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "voided_at" bigint;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "voided_by_name" text;--> statement-breakpoint
ALTER TABLE "printed_paper" ADD COLUMN "void_note" text;